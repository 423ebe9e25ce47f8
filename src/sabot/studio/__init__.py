"""What staff see of a table, worked out from its state and its events: no socket and no clock."""
