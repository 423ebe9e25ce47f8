"""A table as the network sees it: views for each audience, updates, and each player's own part."""
