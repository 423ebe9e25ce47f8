// What a tile says of its own accord: bets that were not taken, and what a round brought.

import { amounts } from "@sabot/table";
import { t } from "@sabot/player/language/language.svelte.ts";
import { money, signed } from "@sabot/player/language/money.ts";
import { announcer } from "@sabot/player/state/announcer.svelte.ts";
import { floor } from "@sabot/player/state/floor.svelte.ts";
import { toasts } from "@sabot/player/state/toasts.svelte.ts";
import { notTaken } from "@sabot/player/table/notTaken.ts";
import type { Play } from "@sabot/player/table/play.svelte.ts";

/** Call while a tile starts. */
export function tells(play: Play): void {
  const { info } = play;
  const at = (what: string): string => t("multiplay:at", { table: info.name, what });

  $effect(() => {
    void floor.live(play.id);
    play.heard();
  });
  let told: string | null = null;
  $effect(() => {
    const left = notTaken(play.table.you, info);
    if (left === null || left.key === told) return;
    told = left.key;
    toasts.show("trouble", at(left.title), left.text, left.way);
  });
  let said: string | null = null;
  $effect(() => {
    const { you } = play.table;
    const net = amounts.net(you);
    if (you === null || you.paid === null || net === null || you.bets.length === 0) return;
    if (said === you.round) return;
    said = you.round;
    const text = you.paid > 0 ? "table:said.money" : "table:said.lost";
    announcer.say(at(t(text, { paid: money(you.paid), net: signed(net) })));
  });
}
