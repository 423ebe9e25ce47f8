// The one instruction of the console: what the dealer does now, why, and what stands beside it.
//
// The act and its reason come from the server (`view.studio.instruction`); this file only turns
// them into words, a tone and the part on the right. Pure: texts are looked up by the caller's `t`.

import type { IncidentShown, TableView } from "@sabot/wire/types";
import { positionName, positionOf } from "../state/positions.ts";
import { told as announcement, type Phrase } from "./results.ts";

export type Tone = "plain" | "now" | "ok" | "last" | "stop" | "shoe_end";

/** What stands on the right of the instruction. */
export type Beside =
  | { readonly kind: "none" }
  | { readonly kind: "ring" }
  | { readonly kind: "last_read" }
  | { readonly kind: "since"; readonly since: number }
  | { readonly kind: "choice"; readonly choice: string }
  | { readonly kind: "answers"; readonly answered: number; readonly asked: number }
  | { readonly kind: "act"; readonly act: Act };

/** An act that the instruction itself offers as a large button. */
export type Act = "sign_on" | "open" | "reveal" | "load" | "said_last_hand" | "said_no_blackjack";

export interface Shown {
  readonly tone: Tone;
  /** The table stands still: alarm 1 beside the eyebrow. */
  readonly alarm: boolean;
  readonly eyebrow: string;
  readonly then: string;
  readonly big: string;
  /** Short enough for the largest size. */
  readonly huge: boolean;
  /** Words between asterisks are strong. */
  readonly why: string;
  readonly beside: Beside;
}

export interface Words {
  readonly t: (key: string, data?: Readonly<Record<string, unknown>>) => string;
  readonly has: (key: string) => boolean;
  /** `21:41:24` */
  readonly clock: (wallMs: number) => string;
}

/** What the console knows beside the view. */
export interface Around {
  /** Which console is in charge: this one, another one of the same dealer, a colleague's, or none. */
  readonly charge: "here" | "elsewhere" | "colleague" | "none";
  /** The cards to discard after the first one was burned; null when none was just now. */
  readonly discard: number | null;
  /** The last hand of the shoe was announced. */
  readonly saidLastHand: boolean;
  /** In this round it was announced that the dealer has no blackjack. */
  readonly saidNoBlackjack: boolean;
  /** This table reads with one scanner for each position. */
  readonly scanners: boolean;
}

const HUGE_MAX = 12;

/** Reasons after which the same cards are shuffled and come back (F93, F102). */
const SHUFFLED_AGAIN = ["cut_card", "round_over", "round_cancelled", "card_removed"];

export function instructionOf(view: TableView, around: Around, words: Words): Shown {
  const { t } = words;
  const studio = view.studio;
  if (studio === null) return plain(t("dealer:do.off.eyebrow"), t("dealer:do.off.big"), "");
  const { act, why = "", facts = {} } = studio.instruction;
  if (act === "manager") return standing(view, words);
  if (act === "off") return off(around, words);
  if (act === "sign_on" || around.charge !== "here") return signOn(view, around, words);
  if (facts["last_hand"] === true && !around.saidLastHand && ["open", "lay", "wait"].includes(act))
    return {
      ...simple("last_hand", words, "shoe_end"),
      beside: { kind: "act", act: "said_last_hand" },
    };
  if (why === "blackjack/asked" && showsAce(view) && !around.saidNoBlackjack)
    return {
      ...simple("no_blackjack", words, "now"),
      beside: { kind: "act", act: "said_no_blackjack" },
    };
  switch (act) {
    case "load":
      return load(String(facts["reason"] ?? ""), words);
    case "burn":
      return simple("burn", words, "now");
    case "open":
      return {
        ...simple("open", words, "now"),
        why: afterBurn(around, words) || t("dealer:do.open.why"),
        beside: { kind: "act", act: "open" },
      };
    case "lay":
      return betting(view, "lay", words);
    case "deal":
      return deal(view, around, words);
    case "decide":
      return decide(view, words);
    case "reveal":
      return reveal(view, words);
    case "announce":
      return announce(view, words);
    case "collect":
      return simple("collect", words, "stop");
    default:
      return wait(view, why, around, words);
  }
}

function plain(eyebrow: string, big: string, why: string, tone: Tone = "plain"): Shown {
  return {
    tone,
    alarm: false,
    eyebrow,
    then: "",
    big,
    huge: false,
    why,
    beside: { kind: "none" },
  };
}

function simple(name: string, { t }: Words, tone: Tone = "plain"): Shown {
  const at = `dealer:do.${name}`;
  return plain(t(`${at}.eyebrow`), t(`${at}.big`), t(`${at}.why`), tone);
}

/** A dealer may sign on before the table is turned on, or before its first shoe comes. */
function off(around: Around, words: Words): Shown {
  const shown = simple("off", words);
  return around.charge === "none" ? { ...shown, beside: { kind: "act", act: "sign_on" } } : shown;
}

// --- before a round -------------------------------------------------------------------------------

function signOn(view: TableView, around: Around, words: Words): Shown {
  const { t } = words;
  const dealer = view.studio?.dealer ?? null;
  const button: Beside = { kind: "act", act: "sign_on" };
  if (around.charge === "elsewhere")
    return { ...simple("elsewhere", words, "now"), beside: button };
  if (around.charge === "colleague" && dealer !== null) {
    const name = dealer.handing_over ? "take_over" : "colleague";
    const at = `dealer:do.${name}`;
    const shown = plain(
      t(`${at}.eyebrow`),
      t(`${at}.big`, { dealer: dealer.name }),
      t(`${at}.why`, { dealer: dealer.name }),
      dealer.handing_over ? "now" : "plain",
    );
    return dealer.handing_over ? { ...shown, beside: button } : shown;
  }
  return { ...simple("sign_on", words, "now"), beside: button };
}

function load(reason: string, words: Words): Shown {
  const { t, has } = words;
  if (SHUFFLED_AGAIN.includes(reason)) {
    const again = simple("load_again", words, "now");
    return { ...again, beside: { kind: "act", act: "load" } };
  }
  const why = has(`dealer:change.${reason}`)
    ? t(`dealer:change.${reason}`)
    : t("dealer:do.load.why");
  return { ...simple("load", words), why };
}

function afterBurn(around: Around, { t }: Words): string {
  return around.discard === null ? "" : t("dealer:do.discard", { count: around.discard });
}

function betting(view: TableView, name: "lay" | "betting", words: Words): Shown {
  const { t } = words;
  const last = view.status === "last_bets";
  const shown = last ? simple("last_bets", words, "last") : simple(name, words, "ok");
  const next = name === "lay" ? positionName("P1", t) : "";
  return {
    ...shown,
    why: (!last && keptOf(view, words)) || shown.why,
    eyebrow: t("dealer:do.betting.eyebrow"),
    then: next === "" ? "" : t("dealer:do.then_read", { position: next }),
    beside: view.window === null ? { kind: "none" } : { kind: "ring" },
  };
}

/** F91: reserve cards that the last round did not need are the first cards of this one. */
function keptOf(view: TableView, { t }: Words): string {
  const { kept = 0, cards = 0 } = view.studio?.instruction.facts ?? {};
  if (kept === 1 || kept === 2) return t(`dealer:do.kept_${kept}`);
  return Number(kept) > 0 && kept === cards ? t("dealer:do.kept_all") : "";
}

function wait(view: TableView, why: string, around: Around, words: Words): Shown {
  if (why === "round/betting" || view.phase === "betting") return betting(view, "betting", words);
  const names: Readonly<Record<string, string>> = {
    "round/wallets": "closed",
    "round/first_bet": "first_bet",
    "round/next": "next",
  };
  const shown = simple(names[why] ?? "wait", words);
  const discard = afterBurn(around, words);
  return discard === "" ? shown : { ...shown, why: discard };
}

// --- cards ----------------------------------------------------------------------------------------

function deal(view: TableView, around: Around, words: Words): Shown {
  const { t } = words;
  const { positions = [], why } = view.studio?.instruction ?? {};
  const first = positions[0] ?? "";
  const at = positionOf(first);
  const again = wasRead(view, first);
  if (around.scanners && positions.length > 1) {
    const all = simple("read_all", words, "now");
    return { ...all, huge: true, beside: { kind: "last_read" } };
  }
  const reason = whyOf(view, why ?? "", words);
  const choice = /^decision\/(hit|double|split)$/.exec(why ?? "")?.[1];
  if (view.game === "blackjack") {
    const name =
      at?.seat == null ? "card_to_dealer" : at.hand > 0 ? "card_to_hand" : "card_to_seat";
    return {
      ...plain(
        t(again ? "dealer:do.read.again" : "dealer:do.give.eyebrow"),
        t(`dealer:do.give.${name}`, { seat: at?.seat ?? "" }),
        reason,
        "now",
      ),
      beside: choice === undefined ? { kind: "last_read" } : { kind: "choice", choice },
    };
  }
  const big = sentence(positionName(first, t));
  return {
    ...plain(t(again ? "dealer:do.read.again" : "dealer:do.read.eyebrow"), big, reason, "now"),
    huge: big.length <= HUGE_MAX,
    beside: { kind: "last_read" },
  };
}

/** A card at this place went wrong in this round: it is read once more. */
function wasRead(view: TableView, position: string): boolean {
  return (view.studio?.incidents ?? []).some(
    (one) => one.round === view.round && one.round !== null && one.position === position,
  );
}

function decide(view: TableView, words: Words): Shown {
  const { t } = words;
  const { why, facts = {} } = view.studio?.instruction ?? {};
  const question = view.question;
  const ring: Beside = view.window === null ? { kind: "none" } : { kind: "ring" };
  if (question?.seat == null) {
    const name = view.phase === "insurance" ? "insurance" : "answers";
    const asked = Number(facts["asked"] ?? 0);
    const shown = simple(name, words);
    const counted = t("dealer:do.answered", { answered: Number(facts["answered"] ?? 0), asked });
    return { ...shown, why: asked > 0 ? `${counted} ${shown.why}` : shown.why, beside: ring };
  }
  const name = view.seats[String(question.seat)]?.[0]?.nickname ?? "";
  const bank = view.hands.find((hand) => hand.name === "dealer")?.total ?? "";
  const otherwise = t("dealer:do.otherwise", { choice: t(`table:choice.${question.default}`) });
  const hand = (question.hand ?? 0) > 0 ? "seat_hand" : "seat";
  return {
    ...plain(
      t("dealer:do.decide.eyebrow"),
      t(`dealer:do.decide.${hand}`, { seat: question.seat }),
      `${t("dealer:do.decide.has", { name, total: String(facts["total"] ?? ""), bank })} ${otherwise}`,
    ),
    beside: why === undefined ? { kind: "none" } : ring,
  };
}

/** F269: insurance was offered, and the round has gone on: players are told what that means. */
const showsAce = (view: TableView): boolean =>
  view.hands.find((hand) => hand.name === "dealer")?.cards[0]?.startsWith("A") === true;

function reveal(view: TableView, words: Words): Shown {
  const count = view.studio?.instruction.positions?.length ?? 1;
  const name = count > 1 ? "reveal_all" : "reveal";
  const reason = whyOf(view, view.studio?.instruction.why ?? "", words);
  const shown = simple(name, words, "now");
  return { ...shown, why: reason || shown.why, beside: { kind: "act", act: "reveal" } };
}

// --- the end --------------------------------------------------------------------------------------

function announce(view: TableView, words: Words): Shown {
  const { t } = words;
  const said: Phrase = announcement(view, t);
  const at = "dealer:do.announce";
  return {
    ...plain(t(`${at}.eyebrow`), t(`${at}.big`, { result: said.main }), said.more, "ok"),
    beside: view.window === null ? { kind: "none" } : { kind: "ring" },
  };
}

function standing(view: TableView, words: Words): Shown {
  const { t } = words;
  const studio = view.studio;
  const { why = "", facts = {} } = studio?.instruction ?? {};
  const cause = studio?.incidents.find((one) => one.open && one.round === view.round) ?? null;
  const text = cause === null ? stopOf(why, words) : incidentOf(cause, words);
  const waits = facts["awaited"] === "cancel" ? "cancel" : "manager";
  return {
    ...plain(
      t("dealer:do.stopped.eyebrow"),
      t(`dealer:do.stopped.${waits}`),
      t("dealer:do.stopped.why", { cause: text }),
      "stop",
    ),
    alarm: true,
    beside:
      studio?.paused_since_ms == null
        ? { kind: "none" }
        : { kind: "since", since: studio.paused_since_ms },
  };
}

/** What went wrong, in words; where a code was read first if it came twice. */
export function incidentOf(one: IncidentShown, words: Words): string {
  const { t } = words;
  const strong = (position: string): string => `*${positionName(position, t)}*`;
  if (one.kind === "scan/repeated" && one.first !== "" && one.position !== "")
    return t("table:incident.scan/repeated_at", {
      first: strong(one.first),
      position: strong(one.position),
    });
  return stopOf(one.kind, words, one.position === "" ? "" : strong(one.position));
}

function stopOf(code: string, { t, has }: Words, position = ""): string {
  const key = `table:incident.${code}`;
  return has(key) ? t(key, { position }) : t("table:incident.other", { code });
}

// --- why ------------------------------------------------------------------------------------------

/** The reason of a code with its facts; empty where this client has no words for it. */
export function whyOf(view: TableView, why: string, words: Words): string {
  const { t, has } = words;
  const key = `dealer:why.${why === "decision/" ? "decision/next" : why}`;
  if (!has(key)) return "";
  const facts = view.studio?.instruction.facts ?? {};
  const seat = facts["seat"];
  const name = seat === undefined ? "" : (view.seats[String(seat)]?.[0]?.nickname ?? "");
  return t(key, { name, ...facts });
}

const sentence = (text: string): string => {
  const [first = "", ...rest] = text.split(" ");
  return [first.slice(0, 1) + first.slice(1).toLowerCase(), ...rest].join(" ");
};
