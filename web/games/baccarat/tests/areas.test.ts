import { describe, expect, it } from "vitest";
import { scenes } from "../fixtures/scenes.ts";
import { areasOf, backings, closedBecause, lightOf, ownSpot } from "../src/areas.ts";

const ALL = ["pairs", "bonus", "big_small", "egalite", "super6"];
const all = scenes(0);
const at = (name: string) => {
  const found = all[name];
  if (found === undefined) throw new Error(name);
  return found;
};
const kinds = (name: string, wanted = ALL): readonly string[] => {
  const { info, table } = at(name);
  return areasOf(info, table.you, wanted).map((area) => area.kind);
};

describe("bet areas", () => {
  it("F113: Super 6 lies on the felt in zero-commission mode only, where Banker is another bet", () => {
    expect(kinds("betting")).toContain("banker");
    expect(kinds("betting")).not.toContain("super6");
    expect(kinds("noticed")).toContain("super6");
    expect(kinds("noticed")).toContain("banker_zero_commission");
    expect(kinds("noticed")).not.toContain("banker");
  });

  it("each variant offers its own side bets", () => {
    expect(kinds("seven").filter((kind) => kind.startsWith("egalite"))).toHaveLength(10);
    expect(kinds("scanner")).toEqual([
      "player", "tie", "banker", "small", "player_pair", "either_pair", "perfect_pair", "banker_pair", "big",
    ]);
    expect(kinds("betting")).toContain("player_bonus");
  });

  it("F43: a side bet that is put away stays while a chip lies on it", () => {
    expect(kinds("empty", ["bonus"])).not.toContain("banker_pair");
    expect(kinds("betting", ["bonus"])).toContain("banker_pair");
  });

  it("F57, F58, F59: a closed area says whether the shoe or the house closed it", () => {
    const { info, table } = at("shut");
    const bet = (kind: string) => info.bets.find((one) => one.kind === kind);
    const why = (kind: string) => {
      const found = bet(kind);
      return found && table.view ? closedBecause(table.view, found) : null;
    };
    expect(why("player_pair")).toEqual({ why: "shoe", round: 60 });
    expect(why("banker_bonus")).toEqual({ why: "shoe", round: 44 });
    expect(why("player")).toBeNull();
    const seven = at("seven_new");
    const egalite = seven.info.bets.find((one) => one.kind === "egalite_3");
    expect(seven.table.view && egalite && closedBecause(seven.table.view, egalite)).toEqual({ why: "off" });
  });

  it("F51, F52: what counts of a chip is told apart from what lies there", () => {
    const { you } = at("noticed").table;
    expect(ownSpot(you, "either_pair", null)).toMatchObject({ stake: 50, counts: 0, note: "bet/under_minimum" });
    expect(ownSpot(you, "tie", null)).toMatchObject({ stake: 120000, counts: 100000, note: "bet/over_maximum" });
  });

  it("F72: chips that were not taken keep their reason", () => {
    const { you } = at("closed").table;
    expect(ownSpot(you, "either_pair", null).refused?.reason).toBe("bet/under_minimum");
    expect(ownSpot(you, "banker", null)).toMatchObject({ stake: 3000, refused: null });
  });

  it("F126: at a shared seat only your own seat's chips are yours", () => {
    const { you } = at("seven").table;
    expect(ownSpot(you, "tie", 4).stake).toBe(500);
    expect(ownSpot(you, "tie", 3).stake).toBe(0);
  });

  it("F205: shares of the players over the main bets add up to one, from the crowd and after closing", () => {
    for (const name of ["betting", "won"]) {
      const { player, tie, banker } = backings(at(name).table);
      expect(player).toMatchObject({ players: 118, total: 426000 });
      expect((player?.share ?? 0) + (tie?.share ?? 0) + (banker?.share ?? 0)).toBeCloseTo(1);
      expect((player?.money ?? 0) + (tie?.money ?? 0) + (banker?.money ?? 0)).toBeCloseTo(1);
    }
    expect(backings({ ...at("betting").table, crowd: null }).player).toBeNull();
  });

  it("F50: winning areas are lit, losing ones fade; nothing is lit before the result", () => {
    const light = (name: string, kind: string) => {
      const { view, you } = at(name).table;
      return view && lightOf(view, kind, ownSpot(you, kind, null));
    };
    expect(light("won", "banker")).toBe("lit");
    expect(light("won", "player")).toBe("faded");
    expect(light("push", "tie")).toBe("lit");
    expect(light("push", "player_pair")).toBe("lit");
    expect(light("push", "big")).toBe("faded");
    expect(light("push", "small")).toBeNull();
    expect(light("dealing", "banker")).toBeNull();
  });
});
