import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

// The gallery: every scene of the game on a page of its own, `npx vite --config games/blackjack/vite.config.ts`.
export default defineConfig({
  root: fileURLToPath(new URL("./gallery", import.meta.url)),
  plugins: [svelte()],
  build: { outDir: "../../../node_modules/.gallery/blackjack", emptyOutDir: true },
});
