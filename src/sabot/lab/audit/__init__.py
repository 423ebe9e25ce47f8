"""The auditor: offline proof that what was recorded is what the rules and the money allow.

It reads the export format (`docs/export.md`) and nothing else: neither the server's memory nor its
database. Cards are dealt again through the games' own rules. Everything around them (the life of a
round, the postings, the rounding) is written here a second time, on purpose.
"""

from sabot.lab.audit.findings import Check, Report, Violation
from sabot.lab.audit.lines import sealed
from sabot.lab.audit.run import audit

__all__ = ["Check", "Report", "Violation", "audit", "sealed"]
