// The announcements of `table/staff/phrases.py`; a test compares the two lists.

export const PHRASES = [
  "welcome",
  "bets_open",
  "last_bets",
  "no_more_bets",
  "last_hand",
  "new_shoe",
  "new_cards",
  "dealer_change",
  "please_wait",
  "investigation",
  "round_cancelled",
  "blackjack",
  "no_blackjack",
  "dealer_not_qualified",
  "thanks",
] as const;
