"""How facts reach the store and come back: group commit, sealed events, the archive."""
