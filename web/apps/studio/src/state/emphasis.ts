// Texts with strong parts between asterisks, so that a sentence of a language stays one text.

export interface Part {
  readonly text: string;
  readonly strong: boolean;
}

export function emphasised(text: string): readonly Part[] {
  return text
    .split("*")
    .map((part, n) => ({ text: part, strong: n % 2 === 1 }))
    .filter((part) => part.text !== "");
}
