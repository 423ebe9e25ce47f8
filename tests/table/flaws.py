"""Situations in which several reasons against one command hold together.

A `Case` is a command that is accepted, and the flaws that would have it refused: each a code, or a
group of codes, with the values that make it hold. Two flaws hold together when they change
different things, or the same thing in the same way.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import msgspec
from tests.table.driver import Studio

from sabot.errors import Refused
from sabot.service.office.refusals import ProposalRefusal
from sabot.table import commands as c
from sabot.table.authority import ActorKind
from sabot.table.decide import decide
from sabot.table.draft import Inputs
from sabot.table.precedence import OWN, Group, Why
from sabot.table.staff.refusals import ReasonRefusal, TextRefusal
from sabot.table.staging import Stage
from sabot.table.state import TableState
from sabot.table.verdicts import Means

Changes = Mapping[str, Any]
"""What is different: `command.amount` → 0. A function is called with what was there before."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A command, the table that it comes to, and what else is known."""

    state: TableState
    command: c.Command
    inputs: Inputs

    def changed(self, changes: Changes) -> Scene:
        """The same with some values changed."""
        scene = self
        for path, value in changes.items():
            part, _, name = path.partition(".")
            scene = _PARTS[part](scene, name, value)
        return scene

    def answer(self) -> str | None:
        """The code that the handlers of the product refuse this with; None if they do not."""
        try:
            draft = decide(self.state, self.command, self.inputs)
        except Refused as refusal:
            return str(refusal.code)
        return None if draft.refused is None else str(draft.refused)


@dataclass(frozen=True, kw_only=True)
class Flaw:
    """Why a command is refused, and how it comes about; `code` is what is told."""

    why: Why
    code: str
    changes: Changes

    def goes_with(self, other: Flaw) -> bool:
        """Whether both can hold at once."""
        shared = self.changes.keys() & other.changes.keys()
        return all(self.changes[path] is other.changes[path] for path in shared)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A command in a situation in which it would be accepted, and its flaws."""

    name: str
    scene: Scene
    flaws: tuple[Flaw, ...]
    hides: frozenset[frozenset[str]] = frozenset()  # pairs that exclude each other all the same

    def pairs(self) -> list[tuple[Flaw, Flaw]]:
        """Flaws that hold together, the one first that is to be told."""
        order = OWN[type(self.scene.command)]
        ranked = sorted(self.flaws, key=lambda flaw: order.index(flaw.why))
        return [
            (first, second)
            for first, second in combinations(ranked, 2)
            if first.why != second.why
            and first.goes_with(second)
            and frozenset({first.code, second.code}) not in self.hides
        ]


def flaw(why: Why, changes: Changes, *, code: str | None = None) -> Flaw:
    """A flaw; a group needs the code that stands for it."""
    return Flaw(why=why, code=str(why) if code is None else code, changes=changes)


# --- the parts of a scene -------------------------------------------------------------------------


def _value(before: object, name: str, value: Any) -> Any:
    return value(getattr(before, name)) if _is_change(value) else value


def _is_change(value: object) -> bool:
    return isinstance(value, Become)


@dataclass(frozen=True)
class Become:
    """A value that follows from the one before."""

    change: Callable[[Any], Any]

    def __call__(self, before: Any) -> Any:
        return self.change(before)


def _with(thing: Any, name: str, value: Any) -> Any:
    replace = dataclasses.replace if dataclasses.is_dataclass(thing) else msgspec.structs.replace
    return replace(thing, **{name: _value(thing, name, value)})


def _command(scene: Scene, name: str, value: Any) -> Scene:
    return dataclasses.replace(scene, command=_with(scene.command, name, value))


def _inputs(scene: Scene, name: str, value: Any) -> Scene:
    return dataclasses.replace(scene, inputs=_with(scene.inputs, name, value))


def _stage(scene: Scene, name: str, value: Any) -> Scene:
    stage = scene.inputs.stage or Stage(player=scene.inputs.actor)
    return _inputs(scene, "stage", _with(stage, name, value))


def _means(scene: Scene, name: str, value: Any) -> Scene:
    return _inputs(scene, "means", _with(scene.inputs.means, name, value))


def _state(scene: Scene, name: str, value: Any) -> Scene:
    return dataclasses.replace(scene, state=_with(scene.state, name, value))


def _shoe(scene: Scene, name: str, value: Any) -> Scene:
    return _state(scene, "shoe", _with(scene.state.shoe, name, value))


def _round(scene: Scene, name: str, value: Any) -> Scene:
    return _state(scene, "round", _with(scene.state.current, name, value))


def _settings(scene: Scene, name: str, value: Any) -> Scene:
    scene = _state(scene, "config", _with(scene.state.config, name, value))
    if scene.state.in_round:
        scene = _round(scene, "config", _with(scene.state.current.config, name, value))
    return scene


_PARTS: Mapping[str, Callable[[Scene, str, Any], Scene]] = {
    "command": _command,
    "inputs": _inputs,
    "stage": _stage,
    "means": _means,
    "state": _state,
    "shoe": _shoe,
    "round": _round,
    "settings": _settings,
}


# --- what every case needs ------------------------------------------------------------------------

CONSOLE = "desk-1"
RICH = Means(cash=lambda _player: 10**9)
TOO_LONG = "x" * 10_000

LENGTH = flaw(TextRefusal.LENGTH, {"command.reason": TOO_LONG})
PUBLIC = flaw(ReasonRefusal.UNKNOWN, {"command.public": "because/so"})


def _refuse_eyes(_proposer: str, _decider: str) -> None:
    raise Refused(ProposalRefusal.ROLE_GIVEN, days=30)


EYES = flaw(Group.EYES, {"inputs.check_eyes": _refuse_eyes}, code="proposal/role_given")


def scene(
    table: Studio,
    actor: str,
    command: c.Command,
    *,
    kind: ActorKind = ActorKind.PLAYER,
    **more: Any,
) -> Scene:
    """What the table looks like to a command that comes in now."""
    state = table.state
    if isinstance(command, c.ABOUT_ONE_ROUND) and state.in_round:
        command = msgspec.structs.replace(command, round_id=state.current.round_id)
    inputs = Inputs(
        actor=actor,
        salt=lambda: "5a17",
        kind=kind,
        console=CONSOLE,
        stages=table.engine.felt.stages,
        stage=table.engine.felt.stages.get(actor),
        means=RICH,
        set_of=table.engine.sets.card_set,
        promised="4S",
    )
    inputs = msgspec.structs.replace(inputs, **more)
    return Scene(state=state, command=command, inputs=inputs)


def case(name: str, found: Scene, *flaws: Flaw, hides: tuple[tuple[str, str], ...] = ()) -> Case:
    """A case; `hides` are pairs of codes of which one keeps the other from holding."""
    return Case(name=name, scene=found, flaws=flaws, hides=frozenset(map(frozenset, hides)))
