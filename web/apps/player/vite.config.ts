import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { gameTexts } from "./texts.ts";
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from "vite";

// Built into the Python package: the casino serves it on its own port, and an
// installed Sabot needs no Node.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The files of the site itself. */
const SITE = /\/(?:drawing|opening|rolldown-runtime)-/;

/** The site is loaded by the first script; the page names its files at once, to be fetched beside it. */
const siteAhead: Plugin = {
  name: "sabot:site-ahead",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle = {}, chunk: first }) {
      const site = Object.values(bundle).find(
        (one) => one.type === "chunk" && one.moduleIds.includes(here("src/site.ts")),
      ) as Rolldown.OutputChunk | undefined;
      if (!site) return [];
      const known = new Set(first?.imports);
      const scripts = [site.fileName, ...site.imports.filter((name) => !known.has(name))];
      const styles = scripts.flatMap((name) => {
        const one = bundle[name];
        return one?.type === "chunk" ? [...(one.viteMetadata?.importedCss ?? [])] : [];
      });
      const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({
        tag: "link",
        attrs: { ...attrs, crossorigin: true },
        injectTo: "head",
      });
      return [
        ...styles.map((name) => link({ rel: "preload", as: "style", href: `/${name}` })),
        ...scripts.map((name) => link({ rel: "modulepreload", href: `/${name}` })),
      ];
    },
  },
};

export default defineConfig({
  root: here("."),
  plugins: [gameTexts(), siteAhead, svelte({ compilerOptions: { runes: true, discloseVersion: false } })],
  build: {
    outDir: here("../../../src/sabot/gateway/static"),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the site itself brought is there before any of its pages is asked for.
      resolveDependencies: (_, files, { hostId }) =>
        /\bindex[-.]/.test(hostId) ? files : files.filter((file) => !SITE.test(file)),
    },
    target: "es2022",
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // What every table draws with is one file, with the frame of its page and of the site: many
        // small ones compress badly, and pages that share some of it would cut it into pieces.
        codeSplitting: {
          groups: [
            // What the first script starts with, and the site goes on with.
            {
              name: "opening",
              priority: 1,
              test: /player\/src\/(?:opening\/|table\/games)|wire\/src\/api|vite\/preload-helper|rolldown\/runtime/,
            },
            {
              name: "drawing",
              test: /packages\/board\/src\/(?:Studio|PlayingCard|Card|Chip|Tooltip|Switch|PhaseBar|WinBurst|Countdown|Button|IconButton|BeadPlate|BigRoad|Derived|Road|Segmented|roads|motion|stage|drain|clock|countdown|later|card|chips|art)|packages\/table\/src|games\/\w+\/src\/(?:about|announcements)|player\/src\/(?:games\/(?:ours|known|load)|table\/(?:TablePage|TableFrame|TopBar|ControlBar|lineWatch|StatusPlate|plate|spoken|possible|hand|rack|notTaken|play|optimistic|spots|betOrder)|App|site|parts\/(?:ConnectionBanner|Icon|Lazy|LiveRegion|Notice|Splash|chooseLanguage|icons)|state\/|language\/[a-z.]*ts)/,
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
