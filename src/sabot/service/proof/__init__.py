"""What proves the facts of a house: its log, its seals, its date, and the checks of a start."""
