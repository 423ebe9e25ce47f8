import { describe, expect, test } from "vitest";
import { positionMark, positionName, positionOf } from "../src/state/positions.ts";
import { textsOf } from "./texts.ts";

const texts = textsOf("it");
const t = (key: string, data: Readonly<Record<string, unknown>> = {}): string =>
  (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name]));

describe("positions", () => {
  test.each([
    ["P2", "GIOCATORE 2", "P2"],
    ["B3", "BANCO 3", "B3"],
    ["X", "RISERVA X", "X"],
    ["player:3", "GIOCATORE 3", "P3"],
    ["dealer:1", "BANCO 1", "B1"],
    ["seat:4:0:2", "POSTO 4", "4"],
    ["seat:4:1:2", "POSTO 4, SECONDA MANO", "4′"],
  ])("%s is called %s and marked %s", (name, called, mark) => {
    expect(positionName(name, t)).toBe(called);
    expect(positionMark(name)).toBe(mark);
  });

  test("a name of another kind is shown as it is", () => {
    expect(positionOf("somewhere")).toBeNull();
    expect(positionName("somewhere", t)).toBe("somewhere");
  });
});
