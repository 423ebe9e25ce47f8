// What screen readers are told: polite things one after the other, urgent ones at once.

const TOGETHER_MS = 350;

class Announcer {
  polite = $state("");
  urgent = $state("");
  #words: string[] = [];

  say(text: string, urgent = false): void {
    if (urgent) {
      this.urgent = this.urgent === text ? `${text}\u00a0` : text;
      return;
    }
    if (this.#words.push(text) === 1) setTimeout(() => this.#tell(), TOGETHER_MS);
  }

  #tell(): void {
    const words = this.#words.join(" ");
    this.polite = this.polite === words ? `${words}\u00a0` : words;
    this.#words = [];
  }
}

export const announcer = new Announcer();
