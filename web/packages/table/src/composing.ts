// The table as it is drawn while cards are on their way: the cards that have begun to move over
// everything that is known without them. `presenting.ts` says when what is known.

import type { HandShown, OwnBet, TableView, You } from "@sabot/wire/types";
import type { CardMove } from "./moves.ts";
import type { Table } from "./table.ts";
import { lying } from "./turned.ts";

export interface Motion extends CardMove {
  readonly stage: "waiting" | "covered" | "open";
}

export interface Layers {
  /** As the casino told it last. */
  readonly live: Table;
  /** The newest table whose cards have all turned. */
  readonly known: Table;
  /** The newest table of which a card has begun to move. */
  readonly laid: Table;
  readonly motions: Readonly<Record<string, Motion>>;
}

/** Open windows, and news that no card announces: never held back. */
export const AT_ONCE: ReadonlySet<string> = new Set([
  "place_your_bets",
  "last_bets",
  "paused",
  "cancelled",
  "closed_table",
]);

/** Cards that a table reads before it turns them lie face down. */
export function faceDown(table: Table): Table {
  if (table.view === null) return table;
  const hands = lying(table.view.hands, table.view);
  return hands === table.view.hands ? table : { ...table, view: { ...table.view, hands } };
}

/** The cards that have begun to move over everything that is known without them. */
export function composed({ live, known, laid, motions }: Layers): Table {
  if (live.view === null || known.view === null || laid.view === null) return live;
  const asked = known.view.question;
  const question = asked?.decision_id === live.view.question?.decision_id ? asked : null;
  const view: TableView = {
    ...known.view,
    // Seats and chips of others follow from no card.
    seats: live.view.seats,
    spots: live.view.spots,
    bets: live.view.bets,
    round: live.view.round,
    question,
    status: AT_ONCE.has(known.view.status) ? "dealing" : known.view.status,
    hands: handsOf(lying(laid.view.hands, laid.view), lying(known.view.hands, known.view), motions),
  };
  return {
    ...live,
    view,
    you: live.you === null ? null : yours(live.you, known.you, question !== null),
    endsAt: question === null ? null : live.endsAt,
  };
}

function handsOf(
  laid: readonly HandShown[],
  known: readonly HandShown[],
  motions: Readonly<Record<string, Motion>>,
): readonly HandShown[] {
  return laid.map((hand) => {
    const told = known.find((one) => one.name === hand.name);
    const cards = hand.cards.flatMap((card, index): readonly (string | null)[] => {
      const motion = motions[`${hand.name}/${index}`];
      if (motion?.stage === "waiting") return [];
      return [motion?.stage === "covered" ? null : card];
    });
    return {
      name: hand.name,
      cards,
      ...(told?.total === undefined ? {} : { total: told.total }),
      ...(told?.tags === undefined ? {} : { tags: told.tags }),
    };
  });
}

/** My chips and bets as they are; what became of them, and what I am asked, as it is known. */
function yours(live: You, known: You | null, asked: boolean): You {
  const before = known?.round === live.round ? known : null;
  return {
    ...live,
    status: before?.status ?? "none",
    bets: live.bets.map((bet) => ({
      ...staked(bet),
      ...resultOf(before?.bets.find((one) => one.id === bet.id)),
    })),
    paid: before?.paid ?? null,
    ask: asked ? live.ask.filter((id) => before?.ask.includes(id)) : [],
    you_decide: asked && live.you_decide && (before?.you_decide ?? false),
  };
}

/** A bet without what became of it. */
function staked(bet: OwnBet): OwnBet {
  const told: { -readonly [Field in keyof OwnBet]: OwnBet[Field] } = { ...bet };
  delete told.result;
  delete told.paid;
  delete told.why;
  return told;
}

function resultOf(bet: OwnBet | undefined): Partial<OwnBet> {
  if (bet?.result === undefined) return {};
  return {
    result: bet.result,
    ...(bet.paid === undefined ? {} : { paid: bet.paid }),
    ...(bet.why === undefined ? {} : { why: bet.why }),
  };
}
