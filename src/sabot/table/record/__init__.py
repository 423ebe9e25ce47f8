"""The record of a table: events and tables as bytes and back, and reading it without a key."""
