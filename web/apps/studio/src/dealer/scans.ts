// Cards on their way: read, sent, accepted, refused. Pure; the time and the view come in.
//
// A position gets one card. While a scan has no answer its position is taken, so the next card goes
// to the next position that is due, and waits where that is not known yet. So a fast dealer never
// has two cards at one position, and a line that is lost neither loses nor doubles a card: every
// repetition carries the id of the first sending.

export type ScanState = "sent" | "unconfirmed" | "accepted" | "refused";

export interface Scan {
  readonly id: string;
  readonly round: string | null;
  readonly position: string;
  readonly code: string;
  readonly card: string;
  readonly manual: boolean;
  readonly state: ScanState;
  readonly at: number;
  /** Why it was refused. */
  readonly because: string;
}

export type Scans = readonly Scan[];

/** Without an answer for this long a scan is unconfirmed, and is sent again. */
export const ANSWER_MS = 2_000;
/** How long a refused scan stays on its position. */
export const REFUSED_MS = 6_000;

interface Read {
  readonly position: string;
}

const open = (scan: Scan): boolean => scan.state === "sent" || scan.state === "unconfirmed";

export function isWaiting(scans: Scans): boolean {
  return scans.some(open);
}

/** Where the next card goes: the first due position without a card; null if none is known. */
export function nextPosition(
  due: readonly string[],
  scans: Scans,
  reads: readonly Read[],
): string | null {
  const taken = new Set([
    ...scans.filter((scan) => scan.state !== "refused").map((scan) => scan.position),
    ...reads.map((read) => read.position),
  ]);
  return due.find((position) => !taken.has(position)) ?? null;
}

/** Whether a card has to wait: an answer or an update is on its way that says where it belongs. */
export function mustWait(due: readonly string[], scans: Scans, reads: readonly Read[]): boolean {
  if (nextPosition(due, scans, reads) !== null) return false;
  const known = new Set(reads.map((read) => read.position));
  return scans.some(
    (scan) => open(scan) || (scan.state === "accepted" && !known.has(scan.position)),
  );
}

export function sent(scans: Scans, scan: Omit<Scan, "state" | "because">): Scans {
  return [...scans, { ...scan, state: "sent", because: "" }];
}

export function answered(scans: Scans, id: string, accepted: boolean, because = ""): Scans {
  return scans.map((scan) =>
    scan.id === id ? { ...scan, state: accepted ? "accepted" : "refused", because } : scan,
  );
}

/** Those without an answer for too long are unconfirmed. */
export function aged(scans: Scans, now: number): Scans {
  if (!scans.some((scan) => scan.state === "sent" && now - scan.at >= ANSWER_MS)) return scans;
  return scans.map((scan) =>
    scan.state === "sent" && now - scan.at >= ANSWER_MS ? { ...scan, state: "unconfirmed" } : scan,
  );
}

/**
 * What is left once the table was told: a card that the table shows is accepted even if its answer
 * was lost, and a card of another round, or one refused some time ago, is gone.
 */
export function reconciled(
  scans: Scans,
  round: string | null,
  reads: readonly Read[],
  now: number,
): Scans {
  const shown = new Set(reads.map((read) => read.position));
  const left = scans
    .filter((scan) => open(scan) || scan.round === round)
    .filter((scan) => scan.state !== "refused" || now - scan.at < REFUSED_MS)
    .filter((scan) => !(scan.state === "accepted" && shown.has(scan.position)))
    .map((scan) =>
      open(scan) && scan.round === round && shown.has(scan.position)
        ? { ...scan, state: "accepted" as const }
        : scan,
    );
  const same = left.length === scans.length && left.every((scan, n) => scan === scans[n]);
  return same ? scans : left;
}

/** The scan of a position that the dealer should see: the newest one. */
export function scanAt(scans: Scans, position: string): Scan | null {
  return scans.findLast((scan) => scan.position === position) ?? null;
}
