"""What clients are sent: tables, lobby, presence and balances, encoded once for each audience."""
