// The dealer's announcements: an operator's recordings where there are some, otherwise the voice of
// the browser, in the language asked for (F232).

import { api } from "@sabot/wire";
import type { VoiceLanguage } from "../state/preferences.svelte.ts";

type Recorded = Readonly<Record<string, readonly string[]>>;
type Spoken = Readonly<Record<string, Readonly<Record<string, string>>>>;

const TAGS: Readonly<Record<VoiceLanguage, string>> = {
  en: "en-GB",
  it: "it-IT",
  zh: "zh-CN",
  ja: "ja-JP",
  vi: "vi-VN",
  ko: "ko-KR",
  th: "th-TH",
  id: "id-ID",
};

class Speaker {
  #recorded: Promise<Recorded> | null = null;
  #phrases: Promise<Spoken> | null = null;
  readonly #buffers = new Map<string, Promise<AudioBuffer>>();
  #playing: AudioBufferSourceNode | null = null;

  async say(
    phrase: string,
    language: VoiceLanguage,
    loud: number,
    own: (() => Promise<Spoken>) | undefined,
    output: { readonly context: AudioContext; readonly node: AudioNode } | null,
  ): Promise<void> {
    this.#recorded ??= recordings();
    const recorded = await this.#recorded;
    const file = `/voices/${language}/${phrase}.ogg`;
    const there = output !== null && recorded[language]?.includes(phrase) === true;
    if (there && (await this.#play(file, output))) return;
    await this.#speak(phrase, language, loud, own);
  }

  stop(): void {
    this.#playing?.stop();
    this.#playing = null;
    if ("speechSynthesis" in window) speechSynthesis.cancel();
  }

  /** False when the recording does not come or cannot be played: the browser speaks then. */
  async #play(
    address: string,
    output: { readonly context: AudioContext; readonly node: AudioNode },
  ): Promise<boolean> {
    const loading = this.#buffers.get(address) ?? load(address, output.context);
    this.#buffers.set(address, loading);
    try {
      const source = new AudioBufferSourceNode(output.context, { buffer: await loading });
      this.#playing?.stop();
      this.#playing = source;
      source.connect(output.node);
      source.start();
      return true;
    } catch {
      this.#buffers.delete(address);
      return false;
    }
  }

  async #speak(
    phrase: string,
    language: VoiceLanguage,
    loud: number,
    own: (() => Promise<Spoken>) | undefined,
  ): Promise<void> {
    if (!("speechSynthesis" in window)) return;
    this.#phrases ??= import("./phrases.json").then((file) => file.default);
    const ours = await this.#phrases;
    const phrases = ours.en?.[phrase] === undefined && own !== undefined ? await own() : ours;
    const voices = speechSynthesis.getVoices();
    const able = (wanted: VoiceLanguage): SpeechSynthesisVoice | undefined =>
      voices.find((voice) => voice.lang.toLowerCase().startsWith(wanted));
    const voice = able(language) ?? able("en");
    // A browser that cannot speak the language says it in English rather than wrongly.
    const speaks = voice === undefined || voice === able(language);
    const spoken = speaks && phrases[language]?.[phrase] !== undefined ? language : "en";
    const text = phrases[spoken]?.[phrase];
    if (text === undefined) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = TAGS[spoken];
    if (voice !== undefined) words.voice = voice;
    words.volume = loud;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }
}

async function recordings(): Promise<Recorded> {
  try {
    return (await api<{ readonly voices: Recorded }>("GET", "/api/voices")).voices;
  } catch {
    return {}; // the browser speaks
  }
}

async function load(address: string, context: AudioContext): Promise<AudioBuffer> {
  const response = await fetch(address);
  return await context.decodeAudioData(await response.arrayBuffer());
}

export const speaker = new Speaker();
