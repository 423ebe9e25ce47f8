// Every refusal about money or the player's own limits leads on (F64, F76).

import { describe, expect, test, vi } from "vitest";

vi.stubGlobal("location", { protocol: "http:", host: "casino", pathname: "/" });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("navigator", { language: "en" });

const { companion } = await import("../src/companion/companion.svelte.ts");
const { wayFrom } = await import("../src/table/ways.ts");

describe("F64 F76 a way on", () => {
  test.each(["bet/insufficient_balance", "wallet/insufficient_funds"])(
    "%s: the cashier",
    (code) => {
      companion.close();
      wayFrom(code)?.go();
      expect(companion.screen).toBe("cashier");
    },
  );

  test.each([
    "control/stake_per_round",
    "control/stake_per_day",
    "control/loss_per_day",
    "control/loss_per_week",
    "control/loss_per_month",
    "control/session_time",
  ])("%s: one's own limits", (code) => {
    companion.close();
    wayFrom(code)?.go();
    expect([companion.screen, companion.part]).toEqual(["control", "limits"]);
  });

  test("nothing helps against a closed table", () => {
    expect(wayFrom("bet/too_late")).toBeUndefined();
  });
});
