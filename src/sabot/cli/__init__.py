"""The command line: what a person types, and what a machine pipes."""

from sabot.cli.app import main

__all__ = ["main"]
