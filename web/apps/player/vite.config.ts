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
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // What every table draws with is one file, with the frame of its page and of the site: many
        // small ones compress badly, and pages that share some of it would cut it into pieces.
        codeSplitting: {
          groups: [
            {
              name: "drawing",
              test: /packages\/board\/src\/(?:Studio|PlayingCard|Card|Chip|Tooltip|Switch|PhaseBar|WinBurst|Countdown|Button|IconButton|BeadPlate|BigRoad|Derived|Road|Segmented|roads|motion|stage|drain|clock|countdown|later|card|chips|art)|packages\/table\/src|player\/src\/(?:table\/(?:TablePage|TableFrame|TopBar|ControlBar|lineWatch|StatusPlate|plate|spoken|possible|hand|rack|notTaken|games|play|optimistic|spots|betOrder)|App|parts\/(?:ConnectionBanner|Icon|Lazy|LiveRegion|Notice|Splash|chooseLanguage|icons)|state\/|language\/[a-z.]*ts)/,
            },
            // Each file that a page asks for costs a slow phone some milliseconds of one task.
            {
              name: "listing",
              test: /packages\/board\/src\/(?:Logo|Menu|Skeleton)|player\/src\/lobby\/statusIcon/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": process.env["SABOT"] ?? "http://127.0.0.1:8000",
      "/ws": { target: process.env["SABOT"] ?? "http://127.0.0.1:8000", ws: true },
    },
  },
});
