"""What a table knows of its staff: their events and state, sets of cards, reasons, phrases."""
