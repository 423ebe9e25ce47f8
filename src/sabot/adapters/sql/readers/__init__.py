"""Queries that read: history, evidence, controls, identities, chat."""
