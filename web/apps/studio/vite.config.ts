import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// Built beside the player's site: the casino serves it under /studio on the same port.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  base: "/studio/",
  plugins: [svelte({ compilerOptions: { runes: true, discloseVersion: false } })],
  build: {
    outDir: here("../../../src/sabot/gateway/static/studio"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    proxy: {
      "/api": process.env["SABOT"] ?? "http://127.0.0.1:8000",
      "/ws": { target: process.env["SABOT"] ?? "http://127.0.0.1:8000", ws: true },
    },
  },
});
