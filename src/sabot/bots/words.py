"""What a talkative bot says: short and harmless.

The demonstration is an Italian house, and its bots speak Italian to every reader, as its staff
would. A chat in two languages was half foreign to every reader.
"""

from __future__ import annotations

LINES = (
    "Ciao a tutti!",
    "Buona fortuna.",
    "Che mano!",
    "Ci riprovo.",
    "Bella giocata.",
    "Stavolta era vicina.",
    "Un altro giro e poi vado.",
    "Grazie, croupier!",
)
