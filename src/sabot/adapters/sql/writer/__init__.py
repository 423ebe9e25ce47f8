"""Statements that write: units, stakes, group commits, the writer process."""
