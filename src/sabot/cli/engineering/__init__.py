"""Commands for those who build on Sabot: packages of games, wallets of operators."""
