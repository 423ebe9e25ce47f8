// Sounds of a desk: tones made by the browser, silent until a person has touched the page.

/** Two tones for what needs a person now, one for what needs a person soon. */
export type Sound = "two" | "one";

const KEPT = "sabot/desk/silent";
const HZ: Readonly<Record<Sound, readonly number[]>> = { two: [880, 660], one: [740] };
const TONE_S = 0.22;
const GAP_S = 0.08;
const LOUD = 0.2;

class Tones {
  on = $state(localStorage.getItem(KEPT) === null);
  /** A browser lets a page sound once a person has touched it. */
  allowed = $state(false);
  /** How many sounds were due, whether or not they could be heard. */
  due = $state(0);
  #context: AudioContext | null = null;

  /** Listen for the first gesture; the answer ends it. */
  begin(): () => void {
    const allow = (): void => {
      this.#context ??= new AudioContext();
      void this.#context.resume();
      this.allowed = true;
    };
    addEventListener("pointerdown", allow, { capture: true });
    addEventListener("keydown", allow, { capture: true });
    return () => {
      removeEventListener("pointerdown", allow, { capture: true });
      removeEventListener("keydown", allow, { capture: true });
    };
  }

  turn(on: boolean): void {
    this.on = on;
    if (on) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, "1");
  }

  play(sound: Sound): void {
    this.due += 1;
    const context = this.#context;
    if (!this.on || context === null) return;
    HZ[sound].forEach((hz, n) => {
      const from = context.currentTime + n * (TONE_S + GAP_S);
      const tone = new OscillatorNode(context, { type: "sine", frequency: hz });
      const volume = new GainNode(context, { gain: 0 });
      // A soft beginning and end: a tone that is cut off clicks.
      volume.gain.setValueAtTime(0, from);
      volume.gain.linearRampToValueAtTime(LOUD, from + 0.02);
      volume.gain.setValueAtTime(LOUD, from + TONE_S - 0.05);
      volume.gain.linearRampToValueAtTime(0, from + TONE_S);
      tone.connect(volume).connect(context.destination);
      tone.start(from);
      tone.stop(from + TONE_S);
    });
  }
}

export const tones = new Tones();
