"""Headers of answers that the web framework never sees: bad HTTP, refused handshakes, floods.

These answers hold no page, so the strictest headers apply, whatever the settings say.
"""

from __future__ import annotations

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
ENCODED = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
