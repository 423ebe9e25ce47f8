"""A rehearsal: a scripted dealer at a live table of a demonstration, over the published interface.

It signs in as staff do, brings test cards, reads them as a scanner would, makes mistakes when it is
told to, and leaves the table to any person who signs on.
"""

from sabot.rehearsal.run import rehearse
from sabot.rehearsal.script import Mistake, Script

__all__ = ["Mistake", "Script", "rehearse"]
