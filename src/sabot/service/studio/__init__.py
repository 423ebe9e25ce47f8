"""The studio behind the tables: its devices, its sets of cards, and what it prints."""
