"""Where money goes: funds, postings, stakes, deposits and flows."""
