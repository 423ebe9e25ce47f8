"""Judges of the acts of the office, by what they are about."""
