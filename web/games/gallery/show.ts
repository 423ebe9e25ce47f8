// Mounts one scene of a game: `?scene=decision&layout=phone&language=en&classic`.

import "@sabot/board/base.css";
import type { Game, Layout } from "@sabot/game";
import type { Table } from "@sabot/table";
import type { GoldenChips, TableInfo } from "@sabot/wire/types";
import { mount } from "svelte";
import { speech } from "../../apps/player/src/language/language.svelte.ts";
import Frame from "./Frame.svelte";
import { fakeTools } from "./tools.ts";

export interface Scene {
  readonly table: Table;
  readonly info: TableInfo;
  readonly betting: boolean;
  readonly golden?: readonly GoldenChips[];
}

function layoutOf(): Layout {
  if (innerHeight < 480 && innerWidth > innerHeight) return "landscape";
  return innerWidth < 720 ? "phone" : innerWidth < 1200 ? "tablet" : "wide";
}

export async function show(
  name: string,
  game: Game,
  texts: Readonly<Record<"it" | "en", object>>,
  scenes: (now: number) => Readonly<Record<string, Scene>>,
): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const language = asked.get("language") === "en" ? "en" : "it";
  await speech.start();
  await speech.speak(language);
  const all = scenes(performance.now());
  const scene = all[asked.get("scene") ?? ""] ?? Object.values(all)[0];
  if (!scene) return;
  const layout = layoutOf();
  const { tools } = fakeTools({
    game: name,
    texts,
    language,
    layout,
    betting: scene.betting,
    golden: scene.golden ?? [],
    autoStand: asked.has("auto_stand") ? 17 : null,
    answer: () =>
      new Promise((resolve) =>
        setTimeout(
          () => resolve({ accepted: !asked.has("refuse") }),
          asked.has("slow") ? 60000 : 300,
        ),
      ),
  });
  mount(Frame, {
    target: document.body,
    props: {
      game,
      table: scene.table,
      info: scene.info,
      tools,
      layout,
      classic: asked.has("classic"),
    },
  });
}
