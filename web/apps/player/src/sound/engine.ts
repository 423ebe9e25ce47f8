// Sounds made in the browser: no files, no loading. Silent until the player switches it on.

import { Music } from "./music.ts";
import type { Cue } from "./cues.ts";

export interface Levels {
  /** From 0 to 1; 0 is silence. */
  readonly master: number;
  readonly table_sound: boolean;
  readonly effects: boolean;
  readonly music: boolean;
}

const TOUCHES = ["pointerup", "keyup"] as const;

type Draw = (context: AudioContext, out: AudioNode, at: number) => void;

export class Engine {
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  #music: Music | null = null;
  #wanted: Levels | null = null;

  /** As loud as the settings say; the first sound of a page needs a touch by its reader. */
  set(levels: Levels): void {
    if (levels.master === 0 && this.#context === null) return;
    if (!navigator.userActivation.hasBeenActive) {
      this.#afterATouch(levels);
      return;
    }
    const { context, master } = this.#ready();
    master.gain.setTargetAtTime(levels.master ** 2, context.currentTime, 0.03);
    if (levels.music && levels.master > 0) this.#music ??= new Music(context, master);
    else {
      this.#music?.stop();
      this.#music = null;
    }
    if (levels.master === 0) void context.suspend();
    else void context.resume();
  }

  /** Browsers play no sound for a page that the player has not touched. */
  #afterATouch(levels: Levels): void {
    const waits = this.#wanted !== null;
    this.#wanted = levels;
    if (waits) return;
    const begin = (): void => {
      for (const touch of TOUCHES) removeEventListener(touch, begin, true);
      if (this.#wanted !== null) this.set(this.#wanted);
    };
    for (const touch of TOUCHES) addEventListener(touch, begin, true);
  }

  play(cue: Cue, afterMs = 0): void {
    if (this.#context === null || this.#master === null) return;
    if (this.#context.state !== "running") return;
    SOUNDS[cue](this.#context, this.#master, this.#context.currentTime + afterMs / 1000);
  }

  /** How loud a recording is to be played. */
  get output(): { readonly context: AudioContext; readonly node: AudioNode } | null {
    return this.#context === null || this.#master === null
      ? null
      : { context: this.#context, node: this.#master };
  }

  #ready(): { context: AudioContext; master: GainNode } {
    if (this.#context === null || this.#master === null) {
      this.#context = new AudioContext({ latencyHint: "interactive" });
      this.#master = new GainNode(this.#context, { gain: 0 });
      this.#master.connect(this.#context.destination);
    }
    return { context: this.#context, master: this.#master };
  }
}

/** A tone that rises at once and fades. */
function tone(hertz: number, seconds: number, loud: number, shape: OscillatorType = "sine"): Draw {
  return (context, out, at) => {
    const sound = new OscillatorNode(context, { type: shape, frequency: hertz });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(loud, at + 0.006);
    level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    sound.connect(level).connect(out);
    sound.start(at);
    sound.stop(at + seconds + 0.02);
  };
}

/** Breath of a given colour: paper that slides, chips that rub. */
function hush(from: number, to: number, seconds: number, loud: number): Draw {
  return (context, out, at) => {
    const frames = Math.ceil(context.sampleRate * seconds);
    const buffer = context.createBuffer(1, frames, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let n = 0; n < frames; n += 1) data[n] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(context, { buffer });
    const colour = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: 0.9 });
    colour.frequency.setValueAtTime(from, at);
    colour.frequency.exponentialRampToValueAtTime(to, at + seconds);
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(loud, at + seconds * 0.2);
    level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    source.connect(colour).connect(level).connect(out);
    source.start(at);
  };
}

const together =
  (...parts: readonly (readonly [Draw, number])[]): Draw =>
  (context, out, at) => {
    for (const [draw, after] of parts) draw(context, out, at + after);
  };

const click = together([tone(2_860, 0.05, 0.12), 0], [tone(4_420, 0.035, 0.07), 0.004]);

const SOUNDS: Readonly<Record<Cue, Draw>> = {
  card: together([hush(1_400, 3_600, 0.13, 0.32), 0], [hush(700, 500, 0.05, 0.3), 0.12]),
  turn: together([hush(900, 2_400, 0.09, 0.3), 0], [hush(600, 420, 0.05, 0.34), 0.1]),
  shuffle: together(
    ...Array.from({ length: 9 }, (_, n) => [hush(1_200, 2_400, 0.06, 0.18), n * 0.07] as const),
  ),
  chip: together([click, 0], [click, 0.055], [hush(2_600, 1_800, 0.04, 0.08), 0]),
  chip_back: together([hush(2_000, 1_200, 0.08, 0.14), 0], [click, 0.05]),
  closed: together(
    [tone(220, 0.22, 0.16, "triangle"), 0],
    [tone(165, 0.3, 0.14, "triangle"), 0.12],
  ),
  tick: tone(1_180, 0.045, 0.1),
  your_turn: together(
    [tone(660, 0.18, 0.14, "triangle"), 0],
    [tone(880, 0.26, 0.14, "triangle"), 0.14],
  ),
  win: together(
    [tone(659, 0.5, 0.12, "triangle"), 0],
    [tone(831, 0.5, 0.11, "triangle"), 0.11],
    [tone(988, 0.7, 0.11, "triangle"), 0.22],
  ),
};
