"""Why people are not let in, and why an account stays as it is."""

from __future__ import annotations

from sabot.errors import EVERYONE, Code, For


class AccountRefusal(Code):
    """Accounts and what staff do with them."""

    LOGIN_TAKEN = "account/login_taken", For.PLAYER, For.OFFICE
    NO_LOGIN = "account/no_login", For.PLAYER, For.OFFICE
    ROLE = "account/role", For.OFFICE
    UNKNOWN = "account/unknown", For.PLAYER, For.OFFICE
    OWN = "account/own", For.OFFICE
    BUSY = "account/busy", *EVERYONE
    LOGIN = "account/login", For.PLAYER
    NICKNAME = "account/nickname", For.PLAYER
    NICKNAME_ADDRESS = "account/nickname_address", For.PLAYER


class SessionRefusal(Code):
    """Sessions."""

    MISSING = "session/missing", *EVERYONE
    UNKNOWN = "session/unknown", *EVERYONE
    ENDED = "session/ended", *EVERYONE
    NONE_AT_THE_TABLES = "session/none_at_the_tables", For.PLAYER


class SignInRefusal(Code):
    """Signing in."""

    REFUSED = "sign_in/refused", *EVERYONE
    LOCKED = "sign_in/locked", *EVERYONE
    DISABLED = "sign_in/disabled", *EVERYONE
    BUSY = "sign_in/busy", *EVERYONE


class PasswordRefusal(Code):
    """Passwords."""

    WRONG = "password/wrong", *EVERYONE
    COMMON = "password/common", *EVERYONE
    IS_LOGIN = "password/is_login", *EVERYONE
    LENGTH = "password/length", *EVERYONE
    SAME = "password/same", *EVERYONE


class GuestRefusal(Code):
    """Guests."""

    NOT_OFFERED = "guest/not_offered", For.PLAYER
    TOO_MANY = "guest/too_many", For.PLAYER
    CHANGED = "guest/changed", For.PLAYER


class DemoRefusal(Code):
    """The people of the demonstration house."""

    NOT_HERE = "demo/not_here", For.PLAYER


class BotRefusal(Code):
    """The house's own players."""

    NOT_HERE = "bot/not_here", For.HOUSE


class LaunchRefusal(Code):
    """Players sent by an operator."""

    OPERATOR = "launch/operator", For.OPERATOR
    CURRENCY = "launch/currency", For.OPERATOR
    OTHER_PLAYER = "launch/other_player", For.OPERATOR
    WALLET = "launch/wallet", For.OPERATOR
    UNKNOWN = "launch/unknown", For.PLAYER
    USED = "launch/used", For.PLAYER
    EXPIRED = "launch/expired", For.PLAYER
    CONFIRM = "launch/confirm", For.PLAYER
    ACCOUNT_CHANGED = "launch/account_changed", For.PLAYER


class SignatureRefusal(Code):
    """Signed requests of operators."""

    WRONG = "signature/wrong", For.OPERATOR
    REPEATED = "signature/repeated", For.OPERATOR


class PlayMoneyFault(Code):
    """Play money that a new player begins with."""

    NOT_GIVEN = "play_money/not_given", For.PLAYER


class SessionEnd(Code):
    """Why a session ended, told to its sockets; one for each member of `rows.Ended`."""

    SIGNED_OUT = "session/signed_out", *EVERYONE
    EVERYWHERE = "session/signed_out_everywhere", *EVERYONE
    EXPIRED = "session/expired", *EVERYONE
    IDLE = "session/idle", *EVERYONE
    ROLE_CHANGED = "session/role_changed", *EVERYONE
    PASSWORD_CHANGED = "session/password_changed", *EVERYONE
    DISABLED = "session/disabled", *EVERYONE
    EXCLUDED = "session/excluded", For.PLAYER
    OPERATOR = "session/operator", For.PLAYER
    REPLACED = "session/replaced", *EVERYONE
