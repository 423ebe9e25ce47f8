"""What every test shares: examples that are the same tomorrow, and on any other machine."""

from hypothesis import settings

# Derandomized: a red run is red for everyone. No deadline: the first call of a kernel compiles it.
settings.register_profile("sabot", derandomize=True, deadline=None, database=None)
settings.load_profile("sabot")
