// A quiet pad that never repeats exactly: slow chords, one after the other, for as long as it is on.

const CHORD_S = 9;
const AHEAD_S = 2;
const LOUD = 0.05;

/** Chords over one key, as steps of the chromatic scale from A2. */
const CHORDS: readonly (readonly number[])[] = [
  [0, 7, 12, 16, 23],
  [-4, 8, 12, 15, 20],
  [5, 12, 16, 21, 24],
  [-2, 10, 14, 17, 21],
];
const A2 = 110;

export class Music {
  readonly #context: AudioContext;
  readonly #out: GainNode;
  readonly #timer: ReturnType<typeof setInterval>;
  #next: number;
  #place = 0;

  constructor(context: AudioContext, out: AudioNode) {
    this.#context = context;
    this.#out = new GainNode(context, { gain: 1 });
    this.#out.connect(out);
    this.#next = context.currentTime + 0.1;
    this.#timer = setInterval(() => this.#fill(), 1_000);
    this.#fill();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#out.gain.setTargetAtTime(0, this.#context.currentTime, 0.4);
    setTimeout(() => this.#out.disconnect(), 3_000);
  }

  #fill(): void {
    while (this.#next < this.#context.currentTime + AHEAD_S) {
      const chord = CHORDS[this.#place % CHORDS.length] ?? [];
      for (const step of chord) this.#note(A2 * 2 ** (step / 12), this.#next);
      this.#next += CHORD_S;
      this.#place += 1 + Math.floor(Math.random() * (CHORDS.length - 1));
    }
  }

  #note(hertz: number, at: number): void {
    const sound = new OscillatorNode(this.#context, {
      type: "triangle",
      frequency: hertz,
      detune: (Math.random() - 0.5) * 10,
    });
    const soft = new BiquadFilterNode(this.#context, { type: "lowpass", frequency: 700 });
    const level = new GainNode(this.#context, { gain: 0 });
    const start = at + Math.random() * 1.2;
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(LOUD, start + CHORD_S * 0.4);
    level.gain.linearRampToValueAtTime(0, start + CHORD_S * 1.15);
    sound.connect(soft).connect(level).connect(this.#out);
    sound.start(start);
    sound.stop(start + CHORD_S * 1.2);
  }
}
