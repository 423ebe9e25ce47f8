// What screen readers are told: polite things one after the other, urgent ones at once.

const TOGETHER_MS = 350;

class Announcer {
  polite = $state("");
  urgent = $state("");
  #words: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string, urgent = false): void {
    if (urgent) {
      this.urgent = this.urgent === text ? `${text}\u00a0` : text;
      return;
    }
    this.#words.push(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const words = this.#words.join(" ");
      this.polite = this.polite === words ? `${words}\u00a0` : words;
      this.#words = [];
    }, TOGETHER_MS);
  }
}

export const announcer = new Announcer();
