// One scene of baccarat as the page would show it: `?scene=won&language=en&classic&dark`.

import "@sabot/board/base.css";
import type { Layout, TableTools } from "@sabot/game";
import { mount } from "svelte";
import { speech } from "../../../apps/player/src/language/language.svelte.ts";
import Frame from "../../gallery/Frame.svelte";
import { fakeTools } from "../../gallery/tools.ts";
import { scenes } from "../fixtures/scenes.ts";
import game from "../src/index.ts";
import en from "../src/texts/en.json";
import it from "../src/texts/it.json";

function layoutOf(): Layout {
  if (innerHeight < 500 && innerWidth >= 560) return "landscape";
  return innerWidth < 720 ? "phone" : innerWidth < 1200 ? "tablet" : "wide";
}

const asked = new URLSearchParams(location.search);
const language = asked.get("language") === "en" ? "en" : "it";
await speech.start();
await speech.speak(language);
const all = scenes(performance.now());
const scene = all[asked.get("scene") ?? ""] ?? Object.values(all)[0];
if (scene) {
  const layout = layoutOf();
  const { tools } = fakeTools({ game: "baccarat", texts: { it, en }, language, layout, betting: scene.betting });
  const ours: TableTools = {
    ...tools,
    classic: asked.has("classic"),
    preferences: {
      ...tools.preferences,
      game: {
        ...tools.preferences.game,
        side_bets: ["pairs", "bonus", "big_small", "egalite", "super6"],
        dark_statistics: asked.has("dark"),
      },
    },
  };
  mount(Frame, {
    target: document.body,
    props: { game, table: scene.table, info: scene.info, tools: ours, layout, classic: asked.has("classic") },
  });
}
