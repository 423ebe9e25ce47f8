"""Signing in and out over HTTP, and the account behind a session."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sabot.wire.strict import Body

Login = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=1000)]
Token = Annotated[str, Meta(min_length=1, max_length=200)]


class SignIn(Body, frozen=True):
    """A login name and its password; `bearer` asks for a token instead of a cookie.

    `device` is the value of the same name from an earlier answer to `bearer`. A program without
    cookies shows with it that it has signed in before.
    """

    login: Login
    password: Password
    bearer: bool = False
    device: Token | None = None


class SignUp(Body, frozen=True):
    """A new account with a login."""

    login: Login
    password: Password
    nickname: Annotated[str, Meta(min_length=1, max_length=64)]
    bearer: bool = False


class ComeAsGuest(Body, frozen=True):
    """Play for fun, without an account."""

    bearer: bool = False


class RedeemLaunch(Body, frozen=True):
    """A token that an operator gave a player; it works once.

    A page says where its visitor came from (`document.referrer`), and whether they have confirmed
    that the token is for them. A program that asks for a bearer needs neither.
    """

    token: Token
    bearer: bool = False
    confirmed: bool = False
    came_from: Annotated[str, Meta(max_length=2000)] = ""


class Me(Body, frozen=True):
    """The account that a session belongs to; times are of the wall clock."""

    account: str
    role: str
    nickname: str
    currency: str
    player: str | None
    operator: str | None
    for_fun: bool
    signed_in_at_ms: int
    session_ms: int
    at_ms: int
    screens: tuple[str, ...]  # addresses of the studio for this role, its own first


class Visitor(Body, frozen=True):
    """The visitor of a page, with or without a session. A page asks before it shows the sign-in.

    `sign_up` and `guests` say whether visitors may make an account or play as a guest.
    """

    me: Me | None
    sign_up: bool
    guests: bool


class Welcomed(Body, frozen=True):
    """Signed in: by the cookie of the answer, or by the token that the client asked for."""

    me: Me
    table: str | None = None  # where an operator's launch leads
    token: str | UnsetType = UNSET
    device: str | UnsetType = UNSET  # for the client to keep and send with the next sign-in
    failed_attempts: int = 0  # wrong passwords for this login since the last sign-in


class ChangePassword(Body, frozen=True):
    """A new password for the own account; `bearer` asks for the device's token in the answer.

    `device` is the value of the same name from an earlier answer to `bearer`.
    """

    current: Password
    new: Password
    bearer: bool = False
    device: Token | None = None


class PasswordChanged(Body, frozen=True):
    """The new password holds. `sessions` other sessions have ended, and this one goes on."""

    sessions: int
    device: str | UnsetType = UNSET  # replaces the one that the client has


class SignedOut(Body, frozen=True):
    """How many sessions have ended."""

    sessions: int


class DemoAccount(Body, frozen=True):
    """An account of the demonstration; its password is public."""

    login: str
    password: str
    nickname: str
    role: str
    screens: tuple[str, ...]


class DemoAccounts(Body, frozen=True):
    """All demonstration accounts; empty outside a demonstration."""

    accounts: tuple[DemoAccount, ...]
