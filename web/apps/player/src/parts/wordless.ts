// What a page says that got no texts: the only words that are script.

import type { Language } from "../opening/texts.ts";

export const WORDLESS: Readonly<Record<Language, { title: string; text: string; retry: string }>> =
  {
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
