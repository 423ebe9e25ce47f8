"""The studio's side of the gateway: the wall, heartbeats, names of staff, players to greet."""
