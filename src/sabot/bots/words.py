"""What a talkative bot says: short, harmless, in its own language."""

from __future__ import annotations

LINES = {
    "it": (
        "Ciao a tutti!",
        "Buona fortuna.",
        "Che mano!",
        "Ci riprovo.",
        "Bella giocata.",
        "Stavolta era vicina.",
        "Un altro giro e poi vado.",
        "Grazie, croupier!",
    ),
    "en": (
        "Hello everybody!",
        "Good luck.",
        "What a hand!",
        "One more try.",
        "Nicely played.",
        "That was close.",
        "One more round and I am off.",
        "Thank you, dealer!",
    ),
}
LANGUAGES = tuple(LINES)
