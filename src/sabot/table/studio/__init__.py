"""What staff do with a table: cards and shoes, corrections, incidents, pauses, who deals."""
