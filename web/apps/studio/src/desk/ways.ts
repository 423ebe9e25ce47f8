// What a manager can do at a table now, and why a button is dimmed. The server decides; these rules
// only keep managers from pressing buttons that would be refused.

import type { ReadShown, RefundPreview, TableView } from "@sabot/wire/types";

/** Null is open; else the key of the words that say why not. */
export type Closed = string | null;

export interface Ways {
  readonly paused: boolean;
  readonly confirm: Closed;
  readonly resume: Closed;
  readonly rescan: Closed;
  readonly move: Closed;
  readonly another: Closed;
  readonly withdraw: boolean;
  readonly look: Closed;
  readonly relieve: Closed;
  readonly pause: Closed;
  readonly cancel: Cancel;
}

export type Cancel =
  | { readonly step: "closed"; readonly why: string }
  /** This person proposes it, another one decides. */
  | { readonly step: "propose" }
  /** Another person proposed it: this one decides. */
  | {
      readonly step: "decide";
      readonly by: string;
      readonly public: string;
      readonly words: string;
    }
  /** This person proposed it: another one decides. */
  | { readonly step: "wait" }
  /** There are no bets: one person is enough. */
  | { readonly step: "alone" };

export function waysOf(view: TableView, actor: string | null, refund: RefundPreview | null): Ways {
  const { studio } = view;
  const proposal = studio?.proposal ?? null;
  const own = proposal !== null && proposal.actor === actor;
  const paused = view.phase === "paused";
  const read = (studio?.reads ?? []).length;
  const stopped = (open: Closed): Closed => (paused ? open : "desk_table:why_not.not_paused");
  const free = (): Closed => (proposal === null ? null : "desk_table:why_not.proposal");
  return {
    paused,
    confirm:
      proposal === null
        ? "desk_table:why_not.no_proposal"
        : own
          ? "refusals:code.correction/same_person"
          : proposal.impossible != null
            ? "refusals:code.correction/impossible"
            : null,
    resume: stopped(proposal === null ? null : "desk_table:why_not.proposal_first"),
    rescan: stopped(read > 0 ? null : "desk_table:why_not.nothing_read"),
    move: stopped(read > 1 ? free() : "desk_table:why_not.nothing_read"),
    another: stopped(read > 0 ? free() : "desk_table:why_not.nothing_read"),
    withdraw: own,
    look: hidden(view) ? null : "desk_table:why_not.none_hidden",
    relieve: studio?.dealer ? null : "desk_table:why_not.no_dealer",
    pause: paused ? "desk_table:why_not.paused" : null,
    cancel: cancelOf(view, actor, refund),
  };
}

/** Whether a card of the round lies face down. */
const hidden = (view: TableView): boolean =>
  view.round !== null && (view.studio?.reads ?? []).some((read) => read.card === null);

function cancelOf(view: TableView, actor: string | null, refund: RefundPreview | null): Cancel {
  const why = refund?.why_not ?? (view.round === null ? "round/none" : null);
  if (why !== null) return { step: "closed", why };
  const cancel = view.studio?.cancel ?? null;
  if (cancel !== null && cancel.actor === actor) return { step: "wait" };
  if (cancel !== null)
    return { step: "decide", by: cancel.by, public: cancel.public, words: cancel.reason };
  return { step: refund?.needs_two === false ? "alone" : "propose" };
}

/** Where something went wrong in this round, while the table stands still. */
export function wrongAt(view: TableView): ReadonlySet<string> {
  if (view.phase !== "paused") return new Set();
  return new Set(
    (view.studio?.incidents ?? [])
      .filter((one) => one.open && one.round === view.round && one.position !== "")
      .map((one) => (one.first === "" ? one.position : one.first)),
  );
}

/** When a card was read at a position and refused, while the table stands still; null otherwise. */
export function refusedAt(view: TableView, position: string): number | null {
  if (view.phase !== "paused") return null;
  const found = (view.studio?.incidents ?? []).find(
    (one) => one.open && one.round === view.round && one.position === position && one.first !== "",
  );
  return found?.at_ms ?? null;
}

/** The reads of a table with seats, hand by hand, the dealer's last. */
export function readsByHand(view: TableView): readonly {
  readonly name: string;
  readonly total: string;
  readonly reads: readonly ReadShown[];
}[] {
  const names = new Map<string, ReadShown[]>();
  for (const read of view.studio?.reads ?? []) {
    const name = read.position.replace(/:\d+$/, "");
    names.set(name, [...(names.get(name) ?? []), read]);
  }
  return [...names]
    .map(([name, reads]) => ({
      name,
      reads,
      total: view.hands.find((hand) => hand.name === name)?.total ?? "",
    }))
    .sort((a, b) => Number(a.name === "dealer") - Number(b.name === "dealer"));
}
