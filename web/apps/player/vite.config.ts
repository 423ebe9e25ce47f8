import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// Built into the Python package: the casino serves it on its own port, and whoever installs Sabot
// needs no Node.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  plugins: [svelte({ compilerOptions: { runes: true, discloseVersion: false } })],
  build: {
    outDir: here("../../../src/sabot/gateway/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: {
    proxy: {
      "/api": process.env["SABOT"] ?? "http://127.0.0.1:8000",
      "/ws": { target: process.env["SABOT"] ?? "http://127.0.0.1:8000", ws: true },
    },
  },
});
