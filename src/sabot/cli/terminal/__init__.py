"""A table in the terminal: one seat, play money, a virtual dealer. Screens, and no rules."""
