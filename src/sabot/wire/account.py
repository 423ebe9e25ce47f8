"""Signing in and out over HTTP, and who one is then."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sabot.wire.strict import Body

Login = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=1000)]
Token = Annotated[str, Meta(min_length=1, max_length=200)]


class SignIn(Body, frozen=True):
    """A login name and its password; `bearer` asks for a token instead of a cookie.

    `device` is what an earlier answer to `bearer` called so: a program that has no cookies shows
    with it that it has signed in before.
    """

    login: Login
    password: Password
    bearer: bool = False
    device: Token | None = None


class SignUp(Body, frozen=True):
    """An account of one's own."""

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
    """Who a session belongs to; times are of the wall clock."""

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


class Visitor(Body, frozen=True):
    """Who comes: somebody with a session, or nobody yet. A page asks before it shows its door.

    `sign_up` and `guests` say which doors there are.
    """

    me: Me | None
    sign_up: bool
    guests: bool


class Welcomed(Body, frozen=True):
    """Signed in: by the cookie of the answer, or by the token that was asked for."""

    me: Me
    table: str | None = None  # where an operator's launch leads
    token: str | UnsetType = UNSET
    device: str | UnsetType = UNSET  # to be kept and sent with the next sign-in
    failed_attempts: int = 0  # wrong passwords for this login since the last sign-in


class ChangePassword(Body, frozen=True):
    """A new password for one's own account; `bearer` asks for the device's token in the answer.

    `device` is what an earlier answer to `bearer` called so.
    """

    current: Password
    new: Password
    bearer: bool = False
    device: Token | None = None


class PasswordChanged(Body, frozen=True):
    """The new password holds: so many other sessions are over, and this one goes on."""

    sessions: int
    device: str | UnsetType = UNSET  # to be kept in place of the old one


class SignedOut(Body, frozen=True):
    """How many sessions are over."""

    sessions: int


class DemoAccount(Body, frozen=True):
    """An account of the demonstration; everybody may know its password."""

    login: str
    password: str
    nickname: str
    role: str


class DemoAccounts(Body, frozen=True):
    """All of them; none outside of a demonstration."""

    accounts: tuple[DemoAccount, ...]
