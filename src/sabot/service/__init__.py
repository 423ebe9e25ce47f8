"""Use cases and ports: what runs a table, and what it needs of the outside world."""
