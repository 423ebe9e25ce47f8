// A barcode scanner that types: which keys are a code, and which are a person's.
//
// The scanner is set to send a prefix (F24 or `~`), the code, and Enter. It types as a keyboard of
// the United States would, while the machine may be set to another layout: so keys are read by
// their place (`code`), and by their sign where the place gives no code of a card.

/** A person does not press keys as fast as this. */
export const SCANNER_GAP_MS = 30;
/** A code that is not finished for this long is dropped. A person has no F24, so it may be slower. */
export const DROP_MS = 150;
/** A trigger that is held down sends the same code again and again. */
export const HELD_DOWN_MS = 500;
/** As many fast keys before Enter are a scanner that was not given its prefix. */
const BURST = 8;

export interface Key {
  readonly code: string;
  readonly key: string;
  readonly shift: boolean;
  /** When it was pressed, in milliseconds of any steady clock. */
  readonly at: number;
}

export type Heard =
  | { readonly what: "code"; readonly code: string }
  /** The trigger was held down: the same code within half a second is one scan. */
  | { readonly what: "double"; readonly code: string }
  /** A scanner typed without its prefix: nothing is read, and no field and no button gets it. */
  | { readonly what: "no_prefix" };

export interface Pressed {
  /** The key belongs to the scanner: the page must not see it. */
  readonly taken: boolean;
  readonly heard: Heard | null;
}

const NOT_OURS: Pressed = { taken: false, heard: null };
const TAKEN: Pressed = { taken: true, heard: null };
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"]);

export class Wedge {
  #prefix: "f24" | "tilde" | null = null;
  #byPlace = "";
  #bySign = "";
  #last = Number.NEGATIVE_INFINITY;
  #burst = 0;
  #heard = { code: "", at: Number.NEGATIVE_INFINITY };

  press(key: Key): Pressed {
    const gap = key.at - this.#last;
    if (this.#prefix !== null && gap > this.#patience()) this.#drop();
    if (this.#prefix !== null) return this.#within(key);
    if (isPrefix(key)) return this.#begin(key);
    return this.#outside(key, gap);
  }

  #patience(): number {
    return this.#prefix === "f24" || this.#byPlace === "" ? DROP_MS : SCANNER_GAP_MS;
  }

  #drop(): void {
    this.#prefix = null;
    this.#byPlace = this.#bySign = "";
  }

  #begin(key: Key): Pressed {
    this.#prefix = key.key === "F24" || key.code === "F24" ? "f24" : "tilde";
    this.#byPlace = this.#bySign = "";
    this.#burst = 0;
    this.#last = key.at;
    return TAKEN;
  }

  #within(key: Key): Pressed {
    this.#last = key.at;
    if (key.key === "Enter") return this.#end(key.at);
    if (MODIFIERS.has(key.key)) return TAKEN;
    if (isPrefix(key)) return this.#begin(key);
    const sign = key.key.length === 1 ? key.key : "";
    this.#byPlace += atPlace(key.code, key.shift) ?? sign;
    this.#bySign += sign;
    return TAKEN;
  }

  #end(at: number): Pressed {
    const code = [this.#byPlace, this.#bySign].find(isCode) ?? this.#byPlace;
    this.#drop();
    if (code === "") return TAKEN;
    const double = code === this.#heard.code && at - this.#heard.at <= HELD_DOWN_MS;
    this.#heard = { code, at };
    return { taken: true, heard: { what: double ? "double" : "code", code } };
  }

  /** Without a prefix keys are a person's; only their Enter is kept from buttons after a burst. */
  #outside(key: Key, gap: number): Pressed {
    const fast = gap <= SCANNER_GAP_MS;
    if (key.key === "Enter") {
      const scanner = fast && this.#burst >= BURST;
      this.#burst = 0;
      return scanner ? { taken: true, heard: { what: "no_prefix" } } : NOT_OURS;
    }
    if (MODIFIERS.has(key.key)) return NOT_OURS;
    this.#last = key.at;
    this.#burst = key.key.length === 1 ? (fast ? this.#burst + 1 : 1) : 0;
    return NOT_OURS;
  }
}

function isPrefix(key: Key): boolean {
  return (
    key.key === "F24" ||
    key.code === "F24" ||
    key.key === "~" ||
    (key.code === "Backquote" && key.shift)
  );
}

const DIGITS = ")!@#$%^&*(";
/** The other keys of the United States that a code may need: plain, then with Shift. */
const PLACES: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ["-", "_"],
  Equal: ["=", "+"],
  Semicolon: [";", ":"],
  Quote: ["'", '"'],
  Comma: [",", "<"],
  Period: [".", ">"],
  Slash: ["/", "?"],
  Backslash: ["\\", "|"],
  BracketLeft: ["[", "{"],
  BracketRight: ["]", "}"],
  Space: [" ", " "],
};

function atPlace(code: string, shift: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shift ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shift ? (DIGITS[Number(digit)] ?? null) : digit;
  const pad = /^Numpad(\d)$/.exec(code)?.[1];
  if (pad !== undefined) return pad;
  return PLACES[code]?.[shift ? 1 : 0] ?? null;
}

// --- what a code says -----------------------------------------------------------------------------

/** `set:serial:card`; a scanner of one position may put the position and `|` in front. */
const CODE = /^(?:([A-Za-z0-9:]+)\|)?([^\s:|]+:[^\s:|]+:((?:10|[2-9TJQKA])[SHDC]))$/i;

export interface CardCode {
  /** The position of a scanner that has one of its own. */
  readonly position: string | null;
  readonly code: string;
  /** `9H`; empty where the code names no card, which the table judges. */
  readonly card: string;
}

const isCode = (text: string): boolean => CODE.test(text);

export function cardCode(text: string): CardCode {
  const found = CODE.exec(text);
  if (found === null) return { position: null, code: text.slice(0, 64), card: "" };
  const card = (found[3] ?? "").toUpperCase().replace("10", "T");
  return { position: found[1] ?? null, code: found[2] ?? "", card };
}
