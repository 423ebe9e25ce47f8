"""Operators' wallets over HTTP: our side, a demonstration of theirs, and checks of any of them."""
