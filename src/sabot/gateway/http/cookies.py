"""The cookie of a session: for this host alone, for no script, for no foreign page."""

from __future__ import annotations

from litestar.datastructures import Cookie

from sabot.gateway.http.dependencies import HttpSettings


def session_cookie(settings: HttpSettings, token: str, *, max_age: int) -> Cookie:
    """A cookie that signs in; with an age of 0 it is taken back."""
    return Cookie(
        key=settings.cookie,
        value=token,
        path="/",
        httponly=True,
        secure=settings.secure,
        samesite="strict",
        max_age=max_age,
    )
