"""Cookies of sessions and devices: for this host alone, for no script, for no foreign page."""

from __future__ import annotations

from litestar.datastructures import Cookie

from sabot.gateway.http.dependencies import HttpSettings


def session_cookie(settings: HttpSettings, token: str, *, max_age: int) -> Cookie:
    """A cookie that signs in; with an age of 0 it is taken back."""
    return _cookie(settings, settings.cookie, token, max_age=max_age)


def device_cookie(settings: HttpSettings, token: str, *, max_age: int) -> Cookie:
    """A cookie that says that a device has signed in before; it opens nothing."""
    return _cookie(settings, settings.device_cookie, token, max_age=max_age)


def _cookie(settings: HttpSettings, name: str, value: str, *, max_age: int) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        path="/",
        httponly=True,
        secure=settings.secure,
        samesite="strict",
        max_age=max_age,
    )
