"""The roads of baccarat: scorecards of a shoe, their previews, patterns and orders."""
