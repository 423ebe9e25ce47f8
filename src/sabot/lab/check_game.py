"""What a game is still missing of its contract, part by part.

Nothing here knows a game. Rounds are played by chance with a fixed seed, and what they show is
compared with what the package brings: odds, simulation, texts, tables, roads and page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files
from random import Random

from sabot.cards import full_deck
from sabot.errors import Refused
from sabot.gamekit import (
    AnyGame,
    Ask,
    Audience,
    Bet,
    Deal,
    Reveal,
    Role,
    Variant,
)
from sabot.gamekit.parts import LANGUAGES
from sabot.gamekit.refusals import GameRefusal
from sabot.games import broken, has_part, is_built_in, part_of, registry
from sabot.lab.published import document, file_of
from sabot.lab.returns import report
from sabot.money import Cents

ROUNDS = 200
SIMULATED = 200_000
Z_SUSPICIOUS = 5.0
GAPS = re.compile(r"{+\w+}+")
STAKE = Cents(1_000)
STEPS_MAX = 1_000


class State(StrEnum):
    """What became of a part."""

    FINE = "fine"
    LEFT_OUT = "left_out"  # a game may do without it
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the contract, and a few words about it."""

    part: str
    state: State
    told: str


class Missing(Exception):
    """A part is missing, or is not what the contract says."""


class LeftOut(Exception):
    """The game does without an optional part."""


@dataclass(slots=True)
class Seen:
    """What the rounds that were played have shown."""

    hands: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    outcomes: list[Mapping[str, str | int | bool]] = field(default_factory=list)
    asked: bool = False
    rounds: int = 0


def check_game(name: str) -> list[Finding]:
    """Every part of the contract of an installed game; an unknown game is refused."""
    if name in broken():
        return [Finding("package", State.MISSING, broken()[name])]
    game = registry().get(name)
    if game is None:
        raise Refused(GameRefusal.UNKNOWN, game=name, known=" ".join(sorted(registry())))
    seen = Seen()
    return [_found(part, check, game, seen) for part, check in CHECKS.items()]


Check = Callable[[AnyGame, Seen], str]


def _found(part: str, check: Check, game: AnyGame, seen: Seen) -> Finding:
    try:
        return Finding(part, State.FINE, check(game, seen))
    except LeftOut as why:
        return Finding(part, State.LEFT_OUT, str(why))
    except Missing as why:
        return Finding(part, State.MISSING, str(why))
    except Exception as error:  # noqa: BLE001  whatever a package does is told as a finding
        return Finding(part, State.MISSING, f"{type(error).__name__}: {error}")


# --- rules ----------------------------------------------------------------------------------------


def _variants(game: AnyGame, _seen: Seen) -> str:
    if not game.variants:
        raise Missing("the game has no variant")
    for name, variant in game.variants.items():
        if variant.id != name:
            raise Missing(f"the variant {name} calls itself {variant.id}")
        if not variant.title or variant.decks < 1:
            raise Missing(f"{name} has no title or no cards")
    return _listed(game.variants)


def _bets(game: AnyGame, _seen: Seen) -> str:
    for variant in game.variants.values():
        if not any(spec.role is Role.MAIN for spec in variant.bets.values()):
            raise Missing(f"{variant.id} has no main bet")
        for kind, spec in variant.bets.items():
            if spec.kind != kind or not spec.pays:
                raise Missing(f"{variant.id}: {kind} has another name or pays nothing")
            if not 0 < spec.limits.minimum <= spec.limits.maximum:
                raise Missing(f"{variant.id}: the limits of {kind} leave no stake")
    return _listed(_kinds(game))


def _rules(game: AnyGame, seen: Seen) -> str:
    for variant in game.variants.values():
        random = Random(1)  # noqa: S311 -- rounds that repeat themselves, nothing to guess
        for _ in range(ROUNDS):
            _play(game, variant, random, seen)
    return f"{seen.rounds} rounds of chance were dealt, settled and explained"


def _play(game: AnyGame, variant: Variant, random: Random, seen: Seen) -> None:
    """Play one round, with a stake on every bet that a player may place."""
    seat = 1 if variant.seats else None
    bets = [
        Bet(id=kind, player="ada", kind=kind, stake=STAKE, seat=seat)
        for kind, spec in variant.bets.items()
        if spec.role in (Role.MAIN, Role.SIDE)
    ]
    shoe = list(full_deck()) * variant.decks
    random.shuffle(shoe)
    state = game.start(variant, seats=frozenset() if seat is None else frozenset({seat}))
    for _ in range(STEPS_MAX):
        match game.expects(state):
            case Deal(positions=positions):
                state = game.deal(state, shoe.pop(), at=positions[0])
            case Reveal():
                state = game.reveal(state)
            case Ask(seat=None):
                seen.asked = True
                state = game.close(state)
            case Ask() as ask:
                seen.asked = True
                free = [option.id for option in ask.options if option.takes is None]
                state = game.choose(state, random.choice(free or [ask.default]))
            case _:
                break
    else:
        raise Missing(f"a round of {variant.id} did not end after {STEPS_MAX} steps")
    payouts = game.settle(state, bets)
    if [payout.bet.id for payout in payouts] != [bet.id for bet in bets]:
        raise Missing("settle does not give one payout for each bet, in order")
    if any(payout.amount < 0 for payout in payouts):
        raise Missing("a payout is negative")
    for payout in payouts:
        facts = game.explain(state, payout)
        if len(facts) != len(payout.lines):
            raise Missing(f"{payout.bet.kind}: explain does not give one fact for each line")
        seen.facts |= {fact.code for fact in facts}
    seen.facts |= {fact.code for fact in game.story(state)}
    seen.hands |= {hand.name for hand in game.view(state, Audience.PLAYER).hands}
    seen.outcomes.append(game.outcome(state))
    seen.rounds += 1


def _explanations(_game: AnyGame, seen: Seen) -> str:
    if not seen.facts:
        raise Missing("explain and story say nothing")
    return _listed(seen.facts)


# --- mathematics ----------------------------------------------------------------------------------


def _odds(game: AnyGame, _seen: Seen) -> str:
    _module(game, "odds", "returns")
    for name in game.variants:
        told = report(name)
        wrong = [kind for kind, bet in told.bets.items() if bet.verdict == "mismatch"]
        if wrong or not told.agrees:
            raise Missing(f"{name}: declared returns disagree: {_listed(wrong or told.drifts)}")
    file = file_of(game)
    if not file.is_file():
        raise Missing("returns.json, which the help shows, is not there")
    if json.loads(file.read_text("utf-8")) != document(game):
        raise Missing("returns.json has other returns than are computed")
    return "exact, as declared and as published"


def _simulation(game: AnyGame, _seen: Seen) -> str:
    _module(game, "simulation", "plan", "run", "merge", "tallies")
    kernel, exact = part_of(game, "simulation"), part_of(game, "odds").returns
    for variant in game.variants.values():
        first, *rest = (
            kernel.run(variant, block) for block in kernel.plan(rounds=SIMULATED, seed=1)
        )
        for part in rest:
            first = kernel.merge(first, part)
        found, expected = kernel.tallies(variant, first), exact(variant)
        for kind, tally in found.items():
            if abs(tally.z(expected[kind].value) or 0.0) > Z_SUSPICIOUS:
                raise Missing(f"{variant.id}: {kind} comes out far from its exact return")
    return f"{SIMULATED:,} rounds come near the exact returns"


def _script(game: AnyGame, _seen: Seen) -> str:
    _module(game, "script", "settle_script")
    return "`sabot settle` reads its rounds"


def _advice(game: AnyGame, seen: Seen) -> str:
    if not seen.asked:
        raise LeftOut("players decide nothing")
    _module(game, "advice", "advise")
    return "bots know what to decide"


def _reasons(game: AnyGame, _seen: Seen) -> str:
    if not has_part(game, "reasons"):
        raise LeftOut("the dealer's instruction has no reason")
    _module(game, "reasons", "why")
    return "dealers read why a card is due"


def _module(game: AnyGame, part: str, *names: str) -> None:
    if not has_part(game, part):
        raise Missing(f"the module {game.parts.package}.{part} is not there")
    absent = [name for name in names if not hasattr(part_of(game, part), name)]
    if absent:
        raise Missing(f"{part}.py has no {_listed(absent)}")


# --- what the house shows -------------------------------------------------------------------------


def _regulation(game: AnyGame, _seen: Seen) -> str:
    if not files(game.parts.package).joinpath("regulation.md").is_file():
        raise Missing("regulation.md, the rules in numbered clauses, is not there")
    return "regulation.md"


def _tables(game: AnyGame, _seen: Seen) -> str:
    if not game.parts.tables:
        raise Missing("no table preset: a fresh house opens no table of this game")
    without = set(game.variants) - {table.variant for table in game.parts.tables}
    if without:
        raise Missing(f"no table preset for {_listed(without)}")
    unknown = {
        kind for table in game.parts.tables for kind in table.demo_bets if kind not in _kinds(game)
    }
    if unknown:
        raise Missing(f"demo_bets names unknown bets: {_listed(unknown)}")
    return _listed(table.table_id for table in game.parts.tables)


def _tile(game: AnyGame, seen: Seen) -> str:
    unknown = game.parts.common_hands - seen.hands
    if not game.parts.common_hands or unknown:
        raise Missing(f"common_hands should name hands of the view: {_listed(seen.hands)}")
    return f"the lobby shows {_listed(game.parts.common_hands)}"


def _roads(game: AnyGame, seen: Seen) -> str:
    result_of = game.parts.scorecard_result
    if result_of is None:
        raise LeftOut("no scorecard_result: the game has no roads")
    letters = {result_of(outcome).letter for outcome in seen.outcomes}
    return f"rounds are drawn as {_listed(letters)}"


def _lessons(game: AnyGame, _seen: Seen) -> str:
    if game.parts.lessons is None:
        raise LeftOut("no figures made by the rules; the topics of the page are its help")
    json.dumps(game.parts.lessons())
    return "figures for the help"


def _medals(game: AnyGame, _seen: Seen) -> str:
    if not game.parts.medal_kinds:
        raise LeftOut("no bets count for a winner medal")
    unknown = game.parts.medal_kinds - _kinds(game)
    if unknown:
        raise Missing(f"medal_kinds names unknown bets: {_listed(unknown)}")
    return _listed(game.parts.medal_kinds)


def _announcements(game: AnyGame, _seen: Seen) -> str:
    if not any(table.announced for table in game.parts.tables):
        raise LeftOut("no table preset is `announced`: players' browsers do not speak")
    return _listed(table.table_id for table in game.parts.tables if table.announced)


def _sounds(_game: AnyGame, _seen: Seen) -> str:
    return "the page plays its own, from the events of a round"


def _texts(game: AnyGame, seen: Seen) -> str:
    if is_built_in(game):
        return "the pages of the house bring them"
    texts = game.parts.texts
    absent = [language for language in LANGUAGES if not texts.get(language)]
    if absent:
        raise Missing(f"no texts in {_listed(absent)}")
    wanted = set(_wanted(game, seen))
    for language in LANGUAGES:
        missing = wanted - set(texts[language])
        if missing:
            raise Missing(f"{language} has no text for {_listed(missing)}")
    first, second = (texts[language] for language in LANGUAGES)
    if set(first) != set(second):
        raise Missing(f"only one language has {_listed(set(first) ^ set(second))}")
    for key in first:
        if sorted(GAPS.findall(first[key])) != sorted(GAPS.findall(second[key])):
            raise Missing(f"{key} has other gaps in the other language")
    return f"{len(first)} texts in {_listed(LANGUAGES)}"


def _wanted(game: AnyGame, seen: Seen) -> Iterator[str]:
    yield "title"
    yield from (f"bet.{kind}" for kind in _kinds(game))
    yield from (f"hand.{hand}" for hand in seen.hands & game.parts.common_hands)
    yield from (f"explain.{fact}" for fact in seen.facts)
    for variant in game.variants.values():
        yield from (f"label.{label}" for spec in variant.bets.values() for label in spec.pays)


def _page(game: AnyGame, _seen: Seen) -> str:
    if is_built_in(game):
        return "the pages of the house draw it"
    if game.parts.web is None:
        raise Missing("parts.web is not set: no page can draw the table")
    module = game.parts.web.joinpath("index.js")
    if not module.is_file():
        raise Missing("web/index.js is not there")
    text = module.read_text("utf-8")
    if "export default" not in text:
        raise Missing("web/index.js has no default export")
    absent = [name for name in MODULE if not re.search(rf"\b{name}\b", text)]
    if absent:
        raise Missing(f"the module of the page has no {_listed(absent)}")
    return "web/index.js"


MODULE = ("contract", "mount", "texts", "words", "tile", "help")
"""What the page looks for in the module of a game."""

CHECKS: dict[str, Check] = {
    "variants": _variants,
    "bets": _bets,
    "rules": _rules,
    "explanations": _explanations,
    "regulation": _regulation,
    "odds": _odds,
    "simulation": _simulation,
    "written rounds": _script,
    "advice": _advice,
    "dealer's reasons": _reasons,
    "table presets": _tables,
    "lobby tile": _tile,
    "scorecards": _roads,
    "lessons": _lessons,
    "medals": _medals,
    "announcements": _announcements,
    "sounds": _sounds,
    "texts": _texts,
    "web view": _page,
}
"""In the order in which a game is written; later ones use what the rounds have shown."""


def _kinds(game: AnyGame) -> set[str]:
    return {str(kind) for variant in game.variants.values() for kind in variant.bets}


def _listed(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, names)))
