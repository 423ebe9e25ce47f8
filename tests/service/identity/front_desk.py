"""A front desk for tests: every part of identity around one store, with a clock that is set."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from typing_extensions import override

from sabot.adapters.memory import MemoryStore
from sabot.adapters.memory.identity import MemoryIdentity
from sabot.adapters.memory.players import MemoryPlayers
from sabot.adapters.passwords import Argon2Cost, Argon2Passwords
from sabot.money import Currency
from sabot.service.identity.accounts import Accounts, NewAccount
from sabot.service.identity.guests import GuestDesk
from sabot.service.identity.launches import Launch, LaunchDesk
from sabot.service.identity.roles import Role
from sabot.service.identity.rows import AccountRow, Ended
from sabot.service.identity.rules import IdentityRules
from sabot.service.identity.sessions import Sessions, SignedIn
from sabot.service.identity.sign_in import SignInDesk
from sabot.service.identity.stores import IdentityStore
from sabot.service.players.registry import PlayerRegistry, RegisteredPlayers
from sabot.service.ports import Store

MINUTE = 60_000
HOUR = 60 * MINUTE
PASSWORD = "correct horse"  # noqa: S105 -- a test's own
OTHER = "another horse"
WRONG = "wrong horse"
HERE = "192.0.2.7"
CHEAP = Argon2Cost(passes=1, memory_kib=8, lanes=1)
"""Tests hash by the hundred, and protect nothing."""

RULES = IdentityRules(for_fun_cents=50_000)
TO_A_TABLE = Launch(
    operator="acme",
    operator_player="7",
    nickname="Ada",
    currency=Currency.GBP,
    table_id="speed-1",
)


class SetClock:
    """A clock whose two hands are moved apart when a test says so."""

    def __init__(self) -> None:
        self.now_ms = 5_000
        self.wall_offset_ms = 1_700_000_000_000

    def monotonic_ms(self) -> int:
        """Milliseconds since some start."""
        return self.now_ms

    def wall_ms(self) -> int:
        """The same, as a date."""
        return self.wall_offset_ms + self.now_ms


class CountedTokens:
    """Tokens that are told apart by a number; 43 characters like the real ones."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.given: list[str] = []

    def __call__(self) -> str:
        self.given.append(f"t{next(self._numbers):021}".ljust(43, "x"))
        return self.given[-1]


class CountingPasswords(Argon2Passwords):
    """The real hasher, which also notes what it was asked."""

    def __init__(self, cost: Argon2Cost = CHEAP) -> None:
        super().__init__(cost)
        self.verified: list[str] = []
        self.hashed = 0

    @override
    def hash(self, password: str) -> str:
        self.hashed += 1
        return super().hash(password)

    @override
    def verify(self, hashed: str, password: str) -> bool:
        self.verified.append(hashed)
        return super().verify(hashed, password)


@dataclass(kw_only=True)
class FrontDesk:
    """Everything there is about identity."""

    store: IdentityStore = field(default_factory=MemoryIdentity)
    registry: PlayerRegistry = field(default_factory=MemoryPlayers)
    books: Store = field(default_factory=MemoryStore)
    clock: SetClock = field(default_factory=SetClock)
    tokens: CountedTokens = field(default_factory=CountedTokens)
    hasher: CountingPasswords = field(default_factory=CountingPasswords)
    rules: IdentityRules = RULES
    ended: list[tuple[str, Ended]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players = RegisteredPlayers(self.registry)
        self.sessions = Sessions(
            self.store,
            players=self.players,
            clock=self.clock,
            tokens=self.tokens,
            rules=self.rules,
        )
        self.accounts = Accounts(
            self.store,
            sessions=self.sessions,
            players=self.players,
            hasher=self.hasher,
            clock=self.clock,
        )
        self.desk = SignInDesk(
            self.store,
            sessions=self.sessions,
            hasher=self.hasher,
            clock=self.clock,
            tokens=self.tokens,
            rules=self.rules,
        )
        self.guests = GuestDesk(
            accounts=self.accounts,
            sessions=self.sessions,
            ledger=self.books.ledger,
            clock=self.clock,
            tokens=self.tokens,
            rules=self.rules,
        )
        self.launches = LaunchDesk(
            self.store.launches,
            accounts=self.accounts,
            sessions=self.sessions,
            currencies={"acme": Currency.GBP, "zeta": Currency.EUR},
            clock=self.clock,
            tokens=self.tokens,
            rules=self.rules,
        )
        self.sessions.subscribe(lambda session_id, why: self.ended.append((session_id, why)))

    def restarted(self, **changes: object) -> FrontDesk:
        """The next process, or another one, on the same facts."""
        kept: dict[str, object] = {
            "store": self.store,
            "registry": self.registry,
            "books": self.books,
            "clock": self.clock,
            "tokens": self.tokens,
            "rules": self.rules,
        }
        return FrontDesk(**kept | changes)  # type: ignore[arg-type]

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self.clock.now_ms += ms

    def account(self, login: str = "ada", role: Role = Role.PLAYER) -> AccountRow:
        """An account whose password is `PASSWORD`."""
        operator = "acme" if role is Role.OPERATOR else None
        nickname = f"{login.title()} L."
        return self.accounts.create(
            NewAccount(
                login=login, password=PASSWORD, role=role, nickname=nickname, operator=operator
            )
        )

    def sign_in(
        self,
        login: str = "ada",
        password: str = PASSWORD,
        address: str = HERE,
        *,
        device: str | None = None,
    ) -> SignedIn:
        """Sign in, from here unless said otherwise."""
        return self.desk.sign_in(login, password, address=address, device=device)
