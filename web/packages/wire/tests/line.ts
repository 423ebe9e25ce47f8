// The other end of a socket, for tests of the client that talks over it.

export interface Sent {
  readonly type: string;
  readonly n?: number;
  readonly table?: string;
  readonly room?: string;
  readonly cmd_id?: string;
}

/** A socket whose other end is this test. */
export class Line {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Line[] = [];
  readyState = 0;
  readonly sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  /** As a browser does on a dead line: nothing comes back, and no farewell is heard for long. */
  close(): void {
    this.readyState = 2;
  }
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }
  hear(message: object): void {
    if (this.readyState === Line.OPEN) this.onmessage?.({ data: JSON.stringify(message) });
  }
  get pings(): number[] {
    return this.sent.flatMap((one) => (one.type === "ping" ? [one.n ?? 0] : []));
  }
}
