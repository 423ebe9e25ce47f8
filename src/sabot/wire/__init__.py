"""The published protocol: every message that crosses a socket, as typed values.

Owns the shapes and nothing else: no socket, no session, no rule. The gateway speaks it, the client
library speaks it, `schemas/` and the TypeScript types are exported from it, and `docs/wire.md`
explains it.
"""

PROTOCOL = 1
"""The version in `welcome`. It rises when an old client would misunderstand something."""
