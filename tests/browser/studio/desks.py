"""What a gateway says to the moderator and to the shoe desk, for looking at each state at once.

Owns: the scenes of both pages. What the real server says is tested with the real server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute
from tests.browser.studio.fake import NOW, FakeGateway
from tests.browser.studio.scenes import BACCARAT
from typing_extensions import override

from sabot.wire import desk as d
from sabot.wire import messages as m

ME = "staff:desk"
NAMES = (
    *("Ginestra", "Borea", "Edera", "Iris", "Aurora", "Duna", "Cedro"),
    *("Nord", "Lince", "Faggio", "Perla", "Mistral"),
)
TABLES = {f"live-{n}": name for n, name in enumerate(NAMES, start=1)}
ROOM = {name: f"table:{table}" for table, name in TABLES.items()}

Act = Callable[[Page], None]


@dataclass
class Desk(FakeGateway):
    """The answers of one scene. `does` is what a person does before it is looked at."""

    page: str = "chat"
    told: tuple[m.Message, ...] = ()
    answers_to: dict[str, Any] = field(default_factory=dict)
    does: Act = lambda _page: None

    @override
    def _page(self, pages: Any, route: Route) -> None:
        path = urlsplit(route.request.url).path.lstrip("/")
        found = self.answers_to.get(path)
        if found is None:
            super()._page(pages, route)
            return
        body = msgspec.json.encode(found)
        route.fulfill(body=body, headers={"Content-Type": "application/json"})

    @override
    def _heard(self, socket: WebSocketRoute, text: str | bytes) -> None:
        super()._heard(socket, text)
        wanted = {
            "watch_chats": m.ChatLine,
            "watch_support": m.Support,
            "watch_staff": m.StaffWall,
        }.get(msgspec.json.decode(text)["type"])
        for message in self.told if wanted else ():
            if isinstance(message, wanted or ()):
                self._tell(socket, message)


# --- the moderator --------------------------------------------------------------------------------


def line(name: str, text: str, room: str, ago_s: int, **more: Any) -> m.ChatLine:
    """A line of a player, so many seconds ago."""
    player = "" if more.get("role", "player") != "player" else name.lower()
    where = ROOM.get(room, room)
    return m.ChatLine(
        room=where,
        line=f"{where}/{1_000 - ago_s}",
        player=player,
        nickname=name,
        text=text,
        at_ms=NOW - ago_s * 1_000,
        **more,
    )


LINES = (
    line("vip.bonus", "", "Edera", 90, removed=True),
    line("Tango", "buonasera a tutti", "Iris", 48),
    line("Bianca", "Ciao Tango, benvenuto al tavolo.", "Iris", 44, role="dealer"),
    line(
        "dado_9",
        "ho perso tutto lo stipendio, non riesco a smettere",
        "Ginestra",
        33,
        flags=("distress",),
    ),
    line("Gio_Tex", "perché è fermo?", "Aurora", 30),
    line("Giulia", "Controlliamo una carta, un momento.", "Aurora", 26, role="dealer"),
    line("furia77", "ladra!", "Borea", 24, flags=("abuse",)),
    line("furia77", "croupier ladra, ti veniamo a cercare", "Borea", 15, flags=("threat",)),
    line("Pier27", "posso raddoppiare con 11?", "Edera", 11),
    line("vip.bonus", "scrivetemi in privato per un bonus", "Edera", 8, flags=("advert",)),
    line("marta_b", "quarto banco di fila", "Iris", 5),
    line("Sissi", "in bocca al lupo!", "Duna", 2),
    line("Nadia_R", "Sara sei bravissima", "Borea", 1),
)


def waits(name: str, seconds: int, lines: int, last: str, **more: Any) -> m.SupportRoom:
    """A player who waits for an answer."""
    return m.SupportRoom(
        room=f"support:{name.lower()}",
        nickname=name,
        since_ms=NOW - seconds * 1_000,
        lines=lines,
        last=last,
        **more,
    )


QUEUE = m.Support(
    waiting=4,
    rooms=(
        waits("Lina.R", 408, 3, "c'è qualcuno?"),
        waits("ugo_t", 195, 1, "live-2-2790, non vedo"),
        waits("elisa.v", 12, 1, "come esco dal tavolo"),
        waits("nordest", 500, 2, "il mio conto", for_manager=True),
    ),
)
TALK = tuple(
    m.Said(
        room="support:ugo_t",
        line=f"support:ugo_t/{n}",
        nickname=name,
        text=text,
        at_ms=NOW - ago * 1_000,
        role=role,
    )
    for n, (name, text, ago, role) in enumerate(
        (
            ("ugo_t", "la partita live-2-2790 si è fermata e non vedo la vincita", 135, "player"),
            ("ugo_t", "avevo 10 euro sul banco", 106, "player"),
            ("Anna", "Ciao, la guardo subito.", 90, "moderator"),
        ),
        start=1,
    )
)


def deed(action: str, player: str, reason: str, ago_s: int, **more: Any) -> d.ChatDeed:
    """An act on the record."""
    usual: dict[str, Any] = {"place": "*", "line": None, "until_ms": None, "by": "Anna"}
    return d.ChatDeed(
        action=action,
        player=player.lower(),
        nickname=player,
        at_ms=NOW - ago_s * 1_000,
        reason=reason,
        **{**usual, **more},
    )


RECORD = d.Moderation(
    off=(ROOM["Mistral"],),
    deeds=(
        deed("delete", "vip.bonus", "advert: Pubblicità", 80, line=LINES[0].line),
        deed("mute", "Tango", "spam: Spam", 500, until_ms=NOW - 200_000),
        deed("switch_off", "", "chat chiusa dal moderatore", 900, place=ROOM["Mistral"]),
    ),
)
CARD = d.PlayerChat(
    player="furia77",
    nickname="furia77",
    since_ms=NOW - 86_400_000,
    lines=tuple(
        d.ChatLineOf(
            room=one.room,
            line=one.line,
            text=one.text,
            at_ms=one.at_ms,
            removed=False,
            flags=one.flags,
        )
        for one in LINES
        if one.player == "furia77"
    ),
    restrictions=(),
    notes=tuple(
        d.ChatNote(
            action=action,
            place="*",
            by=by,
            at_ms=NOW - ago * 86_400_000,
            reason=reason,
            until_ms=None if until is None else NOW - ago * 86_400_000 + until * 60_000,
        )
        for action, by, ago, reason, until in (
            ("mute", "Anna", 21, "spam: Spam", 5),
            ("mute", "Kevin", 15, "abuse: Insulti", 1_440),
            ("delete", "Anna", 0, "abuse: Insulti", None),
        )
    ),
)


def tile(table: str, name: str) -> dict[str, Any]:
    """What the page reads of a table of the lobby."""
    return {"table": table, "name": name, "live": True, "players": 120, "game": "baccarat"}


def chat(*, does: Act = lambda _page: None, card: d.PlayerChat = CARD, **changes: Any) -> Desk:
    """The moderator's page."""
    return Desk(
        view=BACCARAT["betting"](),
        info={},
        role="moderator",
        nickname="Anna",
        page="chat",
        said=TALK,
        told=(*changes.pop("lines", LINES), QUEUE),
        answers_to={
            "api/tables": {"tables": [tile(*each) for each in TABLES.items()]},
            "api/staff/chat": RECORD,
            "api/staff/players/furia77/chat": card,
            "api/staff/players/ugo_t/chat": msgspec.structs.replace(
                card, player="ugo_t", nickname="ugo_t", notes=(), lines=()
            ),
            "api/staff/players/dado_9/chat": msgspec.structs.replace(
                card, player="dado_9", nickname="dado_9", notes=(), lines=()
            ),
            **changes.pop("answers_to", {}),
        },
        does=does,
        **changes,
    )


def _choose(name: str) -> Act:
    return lambda page: page.get_by_role("button", name=f"Riga di {name}").last.click()


def _support(page: Page) -> None:
    page.get_by_role("button", name="ugo_t").click()
    page.get_by_placeholder("Rispondi a ugo_t").fill("La partita è stata annullata.")
    _choose("furia77")(page)


def _key(*keys: str) -> Act:
    def press(page: Page) -> None:
        page.get_by_text("Sara sei bravissima").wait_for()
        for key in keys:
            page.keyboard.press(key)

    return press


STOPPED = msgspec.structs.replace(
    CARD, restrictions=(d.RestrictionShown(place=ROOM["Borea"], until_ms=NOW + 900_000),)
)
CHAT: Mapping[str, Callable[[], Desk]] = {
    "feed": chat,
    "threat": lambda: chat(does=_support),
    "distress": lambda: chat(does=_choose("dado_9")),
    "staff_line": lambda: chat(does=_choose("Giulia")),
    "stopped": lambda: chat(does=_choose("furia77"), card=STOPPED),
    "flagged": lambda: chat(does=lambda page: page.get_by_role("tab").nth(1).click()),
    "questions": lambda: chat(does=lambda page: page.get_by_role("tab").nth(2).click()),
    "held": lambda: chat(does=_key(" ")),
    "room": lambda: chat(does=lambda page: page.get_by_role("button", name="Borea").first.click()),
    "keys": lambda: chat(does=_key("?")),
    "record": lambda: chat(does=lambda page: page.get_by_text("Oggi:").click()),
    "empty": lambda: chat(lines=()),
}
