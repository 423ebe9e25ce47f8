"""Players: the directory, preferences, statistics and history."""
