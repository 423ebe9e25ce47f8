// What a page says that got no texts, or no script to read them: the only words that are script.

import type { Language } from "./texts.ts";

interface Words {
  readonly title: string;
  readonly text: string;
  readonly retry: string;
}

export const WORDLESS: Readonly<Record<Language, Words>> = {
  it: {
    title: "Questa pagina è senza parole",
    text: "Il casinò non ha dato i testi della pagina. Le puntate accettate valgono. Riprova fra poco.",
    retry: "Riprova",
  },
  en: {
    title: "This page has no words",
    text: "The casino did not give out the texts of the page. Accepted bets stand. Try again in a moment.",
    retry: "Try again",
  },
};

export const SCRIPTLESS: Readonly<Record<Language, Words>> = {
  it: {
    title: "Questa pagina non è arrivata",
    text: "Una parte non è stata caricata. Le puntate accettate valgono. Controlla la connessione e riprova.",
    retry: "Riprova",
  },
  en: {
    title: "This page did not arrive",
    text: "A part of it could not be loaded. Accepted bets stand. Check your connection and try again.",
    retry: "Try again",
  },
};
