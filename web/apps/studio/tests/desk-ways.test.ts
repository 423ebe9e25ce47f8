// The ways out of a table: which are open, why one is closed, who decides a cancel; and their words.

import type { RefundPreview, TableView } from "@sabot/wire/types";
import { expect, test } from "vitest";
import { span } from "../src/desk/spans.ts";
import { storyOf } from "../src/desk/story.ts";
import { atTable } from "../src/desk/approvals.ts";
import { readsByHand, refusedAt, waysOf, wrongAt } from "../src/desk/ways.ts";
import { textsOf } from "./texts.ts";

const ME = "staff:marta";
const READ = { by: "Giulia", at_ms: 5, manual: false, code: null };
const PROPOSAL = {
  kind: "card",
  position: "B1",
  actor: "staff:giulia",
  impossible: null,
  at_ms: 1,
};

function view(phase: string, studio: object = {}, more: object = {}): TableView {
  return {
    phase,
    round: "live-1-7",
    hands: [],
    studio: {
      reads: [
        { ...READ, position: "P1", card: "4D" },
        { ...READ, position: "B1", card: "9C" },
      ],
      proposal: null,
      cancel: null,
      incidents: [],
      dealer: null,
      ...studio,
    },
    ...more,
  } as unknown as TableView;
}
const refund = (changes: Partial<RefundPreview> = {}): RefundPreview =>
  ({ why_not: null, needs_two: true, ...changes }) as RefundPreview;

test("while the table runs, only a pause is open", () => {
  const ways = waysOf(view("dealing"), ME, refund());
  expect(ways.pause).toBeNull();
  for (const closed of [ways.resume, ways.rescan, ways.move, ways.another])
    expect(closed).toBe("desk_table:why_not.not_paused");
  expect(ways.confirm).toBe("desk_table:why_not.no_proposal");
});

test("a colleague's proposal is confirmed, and resuming waits for it", () => {
  const ways = waysOf(view("paused", { proposal: PROPOSAL }), ME, refund());
  expect(ways.confirm).toBeNull();
  expect(ways.resume).toBe("desk_table:why_not.proposal_first");
  expect(ways.move).toBe("desk_table:why_not.proposal");
  expect(ways.rescan).toBeNull();
  expect(ways.withdraw).toBe(false);
});

test("an own proposal is withdrawn and never confirmed, an impossible one neither", () => {
  const own = waysOf(view("paused", { proposal: { ...PROPOSAL, actor: ME } }), ME, refund());
  expect(own.confirm).toBe("refusals:code.correction/same_person");
  expect(own.withdraw).toBe(true);
  const bad = { ...PROPOSAL, impossible: "correction/impossible" };
  expect(waysOf(view("paused", { proposal: bad }), ME, refund()).confirm).toBe(
    "refusals:code.correction/impossible",
  );
});

test("a cancel: one proposes, another decides, and a known result is paid", () => {
  const step = (studio: object, preview: RefundPreview | null = refund()): string =>
    waysOf(view("paused", studio), ME, preview).cancel.step;
  const by = (actor: string): object => ({
    cancel: { actor, by: "x", public: "studio/cards_mixed", reason: "mixed" },
  });
  expect(step({})).toBe("propose");
  expect(step(by(ME))).toBe("wait");
  expect(step(by("staff:mauro"))).toBe("decide");
  expect(step({}, refund({ needs_two: false }))).toBe("alone");
  expect(waysOf(view("paused"), ME, refund({ why_not: "round/result_known" })).cancel).toEqual({
    step: "closed",
    why: "round/result_known",
  });
  expect(waysOf(view("idle", {}, { round: null }), ME, null).cancel.step).toBe("closed");
});

test("hidden cards are looked at only where one lies face down", () => {
  const down = [{ ...READ, position: "dealer:2", card: null }];
  expect(waysOf(view("decision", { reads: down }), ME, null).look).toBeNull();
  expect(waysOf(view("dealing"), ME, null).look).toBe("desk_table:why_not.none_hidden");
});

test("the wrong position is where a card was read first; the second one was refused", () => {
  const incident = {
    kind: "scan/repeated",
    position: "P2",
    first: "B1",
    open: true,
    round: "live-1-7",
    at_ms: 9,
  };
  const stopped = view("paused", { incidents: [incident] });
  expect([...wrongAt(stopped)]).toEqual(["B1"]);
  expect(refusedAt(stopped, "P2")).toBe(9);
  expect(refusedAt(stopped, "B1")).toBeNull();
  expect([...wrongAt(view("dealing", { incidents: [incident] }))]).toEqual([]);
  expect([...wrongAt(view("paused", { incidents: [{ ...incident, open: false }] }))]).toEqual([]);
});

test("reads of seats stand hand by hand, the dealer's last", () => {
  const reads = ["dealer:1", "seat:2:0:1", "seat:1:0:1", "seat:2:0:2"].map((position) => ({
    ...READ,
    position,
    card: "9C",
  }));
  const found = readsByHand(view("dealing", { reads }));
  expect(found.map((hand) => [hand.name, hand.reads.length])).toEqual([
    ["seat:2:0", 2],
    ["seat:1:0", 1],
    ["dealer", 1],
  ]);
});

test("every reason why a way is closed, and every event of a round, has words in both languages", () => {
  const events = ["CardDealt", "IncidentRecorded", "CardCorrected", "CancelProposed"];
  for (const language of ["it", "en"] as const) {
    const texts = textsOf(language);
    const words = {
      t: (key: string): string => texts[key] ?? key,
      has: (key: string): boolean => key in texts,
    };
    for (const why of [
      ...["not_paused", "paused", "proposal", "proposal_first", "no_proposal"],
      ...["nothing_read", "none_hidden", "no_dealer"],
    ])
      expect(texts[`desk_table:why_not.${why}`], why).toBeDefined();
    for (const code of ["same_person", "not_proposed", "impossible", "card_twice", "other_open"])
      expect(texts[`refusals:code.correction/${code}`], code).toBeDefined();
    const lines = events.map((event, seq) => ({
      ...{ seq, at_ms: seq, event, actor: "Giulia", position: "B1", second: null },
      ...{ card: "KS", words: "scan/repeated", public: null },
    }));
    const told = storyOf(lines, words);
    expect(told.map((one) => one.text)).not.toContain("CardDealt");
    expect(told.map((one) => one.tone)).toEqual(["plain", "trouble", "plain", "proposal"]);
  }
});

test("spans grow coarser: seconds, minutes, hours", () => {
  const t = (key: string, data?: Readonly<Record<string, unknown>>): string =>
    `${String(data?.["count"])} ${key.split(".").at(-1) ?? ""}`;
  expect(span(42_900, t)).toBe("0:42");
  expect(span(599_000, t)).toBe("9:59");
  expect(span(38 * 60_000, t)).toBe("38 minutes");
  expect(span(5 * 3_600_000, t)).toBe("5 hours");
  expect(span(-5, t)).toBe("0:00");
});

test("corrections and cancels are decided at their table, money over HTTP", () => {
  const line = (kind: string): Parameters<typeof atTable>[0] =>
    ({ kind }) as Parameters<typeof atTable>[0];
  expect(["correction", "cancel"].map((kind) => atTable(line(kind)))).toEqual([true, true]);
  expect(["credit", "golden_chips", "expiry", "void"].map((kind) => atTable(line(kind)))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
