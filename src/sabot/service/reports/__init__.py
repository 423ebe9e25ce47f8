"""Figures of finished rounds: kept beside the books, so that lists need not read the books."""
