"""Private tables: their names."""
