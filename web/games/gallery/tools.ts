// What the page gives to a felt, without a page: texts, money, and commands that go nowhere. For
// galleries and tests of games.

import type { Layout, TableTools } from "@sabot/game";
import type { AnyCommand, Answer, GoldenChips } from "@sabot/wire/types";
import { formatsOf } from "../../apps/player/src/language/formats.ts";
import { Phrasebook, type Phrases } from "../../apps/player/src/language/phrasebook.ts";

const AREAS = import.meta.glob<{ default: Phrases }>("../../apps/player/src/language/*/*.json", {
  eager: true,
});
const GAMES = import.meta.glob<{ default: Phrases }>("../*/src/texts/*/*.json", { eager: true });

export interface Setting {
  readonly game: string;
  readonly texts: Readonly<Record<"it" | "en", object>>;
  readonly language?: "it" | "en";
  readonly layout?: Layout;
  readonly betting?: boolean;
  readonly available?: number;
  readonly golden?: readonly GoldenChips[];
  readonly autoStand?: number | null;
  /** What the server says to a command. */
  readonly answer?: (command: AnyCommand) => Partial<Answer> | Promise<Partial<Answer>>;
}

export interface Fake {
  readonly tools: TableTools;
  readonly sent: AnyCommand[];
}

export function fakeTools(setting: Setting): Fake {
  const language = setting.language ?? "it";
  const speech = new Phrasebook(language);
  speech.add(setting.game, setting.texts[language] as Phrases);
  for (const [path, texts] of Object.entries({ ...AREAS, ...GAMES })) {
    const [, spoken, area] = /\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
    if (spoken === language && area !== undefined) speech.add(area, texts.default);
  }
  const formats = formatsOf(language);
  const sent: AnyCommand[] = [];
  const tools: TableTools = {
    async act(command) {
      sent.push(command);
      const said = (await setting.answer?.(command)) ?? {};
      return { type: "answer", cmd_id: String(sent.length), accepted: true, ...said };
    },
    place: (kind, seat = null) => void sent.push({ type: "PlaceChip", kind, amount: 500, seat }),
    lower: (kind, seat = null) => void sent.push({ type: "LowerBet", kind, amount: 500, seat }),
    spot: (kind, seat) => (element) => {
      const click = (): void => tools.place(kind, seat);
      element.addEventListener("click", click);
      return () => element.removeEventListener("click", click);
    },
    underWay: () => false,
    online: true,
    betting: setting.betting ?? false,
    chip: 500,
    golden: null,
    hold: () => undefined,
    balance: {
      type: "balance",
      currency: "EUR",
      balance: 124500,
      available: setting.available ?? 121000,
      allowed: null,
      golden: setting.golden ?? [],
    },
    t: (key, data) => speech.say(key, data),
    language,
    money: (cents) => formats.money(cents, "EUR"),
    brief: (cents) => formats.brief(cents, "EUR"),
    say: () => undefined,
    reduced: false,
    classic: false,
    layout: setting.layout ?? "wide",
    preferences: {
      general: {
        language,
        video: true,
        quality: "auto",
        volume: 50,
        muted: true,
        table_sound: true,
        effects: true,
        music: false,
        voice: "en",
        classic_view: false,
      },
      notifications: { betting_opens: false, my_turn: true, good_road: true, cancelled: true },
      chat: { shown: true, muted: [] },
      game: {
        zero_commission: false,
        betting_statistics: true,
        side_bets: ["twenty_one_plus_three", "perfect_pairs", "pair_plus", "poker_plus"],
        dark_statistics: false,
        auto_confirm: true,
        hide_my_bets: false,
      },
      auto_stand: setting.autoStand ?? null,
      bet_behind: { follow_double: true, follow_split: true },
      favourites: [],
    },
    prefer: async () => undefined,
    open: () => undefined,
    notice: () => undefined,
  };
  return { tools, sent };
}
