// Cards on their way: none is lost, none is doubled, and each position gets one.

import { describe, expect, test } from "vitest";
import {
  aged,
  answered,
  mustWait,
  nextPosition,
  reconciled,
  scanAt,
  sent,
  type Scans,
} from "../src/dealer/scans.ts";

const ROUND = "live-1-2841";
const scan = (id: string, position: string, at = 0) => ({
  id,
  round: ROUND,
  position,
  code: `A7:${id}:KS`,
  card: "KS",
  manual: false,
  at,
});
const one = (position = "P1"): Scans => sent([], scan("1", position));
const read = (position: string) => ({ position });

describe("where the next card goes", () => {
  test("to the first due position", () => {
    expect(nextPosition(["P1", "B1"], [], [])).toBe("P1");
  });
  test("past a position whose card is on its way, with several scanners", () => {
    expect(nextPosition(["P1", "B1", "P2"], one(), [])).toBe("B1");
  });
  test("nowhere while only the answer tells what is due, so the card waits", () => {
    expect(nextPosition(["P1"], one(), [])).toBeNull();
    expect(mustWait(["P1"], one(), [])).toBe(true);
  });
  test("it waits for the update too, when the answer came first", () => {
    expect(mustWait(["P1"], answered(one(), "1", true), [])).toBe(true);
    expect(mustWait(["B1"], answered(one(), "1", true), [read("P1")])).toBe(false);
  });
  test("to the same position again after a refusal", () => {
    expect(nextPosition(["P1"], answered(one(), "1", false, "card/unreadable"), [])).toBe("P1");
  });
  test("a card that is not due waits for nothing: the table judges it", () => {
    expect(mustWait([], [], [])).toBe(false);
  });
});

describe("answers", () => {
  test("without an answer for two seconds a scan is unconfirmed, and stays on its position", () => {
    const late = aged(one(), 2_000);
    expect(late[0]?.state).toBe("unconfirmed");
    expect(nextPosition(["P1"], late, [])).toBeNull();
    expect(aged(late, 9_000)).toBe(late);
  });
  test("before that nothing changes", () => {
    const scans = one();
    expect(aged(scans, 1_999)).toBe(scans);
  });
  test("a late answer confirms it", () => {
    expect(answered(aged(one(), 3_000), "1", true)[0]?.state).toBe("accepted");
  });
  test("a refusal says why", () => {
    expect(answered(one(), "1", false, "scan/repeated")[0]).toMatchObject({
      state: "refused",
      because: "scan/repeated",
    });
  });
});

describe("what the table told", () => {
  test("a card that the table shows is accepted, even if its answer was lost with the line", () => {
    const shown = reconciled(aged(one(), 3_000), ROUND, [read("P1")], 3_100);
    expect(shown[0]?.state).toBe("accepted");
    expect(reconciled(shown, ROUND, [read("P1")], 3_200)).toEqual([]);
  });
  test("a card without an answer is kept over a reconnect, and never sent under a new id", () => {
    const kept = reconciled(aged(one(), 30_000), ROUND, [], 30_000);
    expect(kept.map((each) => [each.id, each.state])).toEqual([["1", "unconfirmed"]]);
  });
  test("an unanswered card of another round stays until it is answered", () => {
    const other = reconciled(one(), "live-1-2842", [], 100);
    expect(other).toHaveLength(1);
    expect(reconciled(answered(other, "1", true), "live-1-2842", [], 100)).toEqual([]);
  });
  test("a refused card is shown for six seconds", () => {
    const refused = answered(one(), "1", false, "scan/foreign");
    expect(reconciled(refused, ROUND, [], 5_999)).toBe(refused);
    expect(reconciled(refused, ROUND, [], 6_000)).toEqual([]);
  });
  test("nothing new is the same list, so that nothing is drawn again", () => {
    const scans = one();
    expect(reconciled(scans, ROUND, [], 10)).toBe(scans);
  });
  test("a position shows its newest card", () => {
    const twice = sent(answered(one(), "1", false, "card/unreadable"), scan("2", "P1", 50));
    expect(scanAt(twice, "P1")?.id).toBe("2");
    expect(scanAt(twice, "B1")).toBeNull();
  });
});
