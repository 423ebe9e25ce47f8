// What the desk asks over HTTP: people on duty, what waits for two people, incidents, the 90 days.

import { api, ApiError } from "@sabot/wire/api";
import type {
  ApprovalLine,
  Approvals,
  DealerOfHouse,
  Expiries,
  IncidentLine,
  Incidents,
  OnDuty,
  OnDutyLine,
} from "@sabot/wire/types";
import { line } from "../state/line.svelte.ts";
import { refusals } from "../state/refusals.svelte.ts";
import { DECIDED } from "./approvals.ts";

const AGAIN_MS = 5_000;
/** A shift, and a little of the one before it. */
const SHIFT_MS = 12 * 3_600_000;

export class Office {
  waiting = $state.raw<readonly ApprovalLine[]>([]);
  people = $state.raw<readonly OnDutyLine[]>([]);
  /** Every dealer of the house, connected or not: one of them may be planned for a table. */
  dealers = $state.raw<readonly DealerOfHouse[]>([]);
  incidents = $state.raw<readonly IncidentLine[]>([]);
  /** Wallet operations that two people may give up soon, the oldest first. */
  old = $state.raw<Expiries["announced"]>([]);
  /** The server did not answer the last time: what is shown is of then. */
  late = $state(false);
  /** When the server answered last, by the house's clock. */
  readAt = $state(line.wallNow());

  begin(): () => void {
    void this.read();
    const timer = setInterval(() => void this.read(), AGAIN_MS);
    return () => clearInterval(timer);
  }

  async read(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    const since = Math.max(0, Math.round(line.wallNow() - SHIFT_MS));
    try {
      const [approvals, duty, incidents, expiries] = await Promise.all([
        api<Approvals>("GET", "/api/staff/approvals"),
        api<OnDuty>("GET", "/api/staff/duty"),
        api<Incidents>("GET", `/api/staff/incidents?since=${since}&limit=200`),
        api<Expiries>("GET", "/api/staff/expiries"),
      ]);
      this.waiting = approvals.waiting;
      this.people = duty.people;
      this.dealers = duty.dealers ?? [];
      this.incidents = incidents.incidents;
      this.old = expiries.announced.toSorted((a, b) => a.due_at_ms - b.due_at_ms);
      this.late = false;
      this.readAt = line.wallNow();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.late = true;
    }
  }

  /** One of two people decides about a proposal of the other. */
  async decide(
    one: ApprovalLine,
    verdict: "approve" | "decline",
    reason: string,
  ): Promise<boolean> {
    const where = DECIDED[one.kind];
    if (where === undefined) return false;
    try {
      if (one.kind === "clock")
        await api("POST", `/api/staff/${where}`, { at_ms: Date.now(), reason });
      else
        await api("POST", `/api/staff/${where}/${encodeURIComponent(one.id)}`, { verdict, reason });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refusals.code(error.code, error.data);
      return false;
    } finally {
      await this.read();
    }
    return true;
  }
}
