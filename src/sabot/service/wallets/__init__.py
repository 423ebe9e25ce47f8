"""Operators' wallets: calls, their desk, its log, queues and reconciliation."""
