import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// `npx vite --config games/baccarat/gallery/vite.config.ts`: every scene of the fixtures, to look at.
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [svelte({ configFile: false, preprocess: vitePreprocess() })],
  build: { target: "es2022", assetsInlineLimit: 0 },
});
