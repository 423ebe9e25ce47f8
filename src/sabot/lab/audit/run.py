"""A whole audit: read, share out, and check what concerns all tables together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from sabot.errors import SabotError
from sabot.lab.audit.annulled import check_annulled
from sabot.lab.audit.closing import Audited
from sabot.lab.audit.eyes import dependent
from sabot.lab.audit.findings import Check, Findings, Report, summed_up
from sabot.lab.audit.floors import Course, stays_above
from sabot.lab.audit.house_log import check_claims
from sabot.lab.audit.lines import FIRST, SEAL, SPOON, Seal
from sabot.lab.audit.shares import Share
from sabot.ledger import Account


def audit(lines: Iterable[bytes]) -> Report:
    """Check an export, line by line, in this process."""
    share, seal, findings = Share(), Seal(), Findings()
    for some in unsealed(lines, seal, findings):
        share.feed(some)
    return together([share.finish()], seal, findings)


def unsealed(lines: Iterable[bytes], seal: Seal, findings: Findings) -> Iterator[list[bytes]]:
    """The lines before the seal, some at a time; also checks the first and the last line."""
    rest = iter(lines)
    some = list(islice(rest, SPOON))
    if some[:1] != [FIRST]:
        _whole(findings, "the first line", expected=FIRST, found=b"".join(some[:1])[:80])
    while following := list(islice(rest, SPOON)):
        seal.add(some)
        yield some
        some = following
    if some and some[-1].startswith(SEAL):
        seal.found = some.pop()
    seal.add(some)
    yield some
    if seal.found != seal.needed:
        _whole(findings, "the seal", expected=seal.needed, found=seal.found or "cut short")


def _whole(findings: Findings, where: str, *, expected: object, found: object) -> None:
    findings.report(Check.WHOLE, where, expected=_text(expected), found=_text(found))


def _text(value: object) -> object:
    return value.decode(errors="replace").rstrip("\n") if isinstance(value, bytes) else value


def together(shares: Sequence[Audited], seal: Seal, findings: Findings) -> Report:
    """Combine the shares into one report; balances and floors concern all tables at once."""
    for share in shares:
        findings.add(share.findings)
    _check_balances(shares, findings)
    _check_floors(shares, findings)
    _check_given_up(shares, findings)
    _check_void_rounds(shares, findings)
    _check_eyes(shares, findings)
    _check_claims(shares, findings)
    _check_annulled(shares, findings)
    return summed_up(
        findings,
        events=sum(share.events for share in shares),
        lines=seal.lines + (seal.found is not None),
        digest=seal.digest,
    )


def _check_balances(shares: Sequence[Audited], findings: Findings) -> None:
    """I1, I2: an account holds the sum of its transfers, and all accounts sum to zero."""
    net: dict[str, int] = {}
    rows: dict[str, tuple[int, int | None]] = {}
    for share in shares:
        rows.update(share.rows)
        for name, change in share.net.items():
            net[name] = net.get(name, 0) + change
    findings.looked[Check.I2] += len(rows)
    for name in sorted(net.keys() | rows.keys()):
        row = rows.get(name)
        if row is None and not net[name]:
            continue  # transfers that cancel out need no account
        expected = (net.get(name), _floor_of(name))
        if row != expected:
            findings.report(Check.I2, name, expected=expected, found=row or "no account")


def _check_given_up(shares: Sequence[Audited], findings: Findings) -> None:
    """P8: a wallet operation has expired when an act says so, and the act says when it began."""
    expired = {name: row for share in shares for name, row in share.expired.items()}
    given_up = {name: row for share in shares for name, row in share.given_up.items()}
    for name in sorted(expired.keys() | given_up.keys()):
        if expired.get(name) != given_up.get(name):
            findings.report(Check.I14, name, expected=given_up.get(name), found=expired.get(name))


def _check_void_rounds(shares: Sequence[Audited], findings: Findings) -> None:
    """P8: a round was cancelled for its age only when an act says when it began."""
    said = {round_id for share in shares for round_id in share.void_rounds}
    for share in shares:
        for round_id in share.expired_rounds:
            if round_id not in said:
                findings.report(Check.I14, round_id, expected="an act that voids it", found="none")


def _check_eyes(shares: Sequence[Audited], findings: Findings) -> None:
    """ADR 0027: the decider of a cancel or correction must be independent of its proposer."""
    roles = [role for share in shares for role in share.roles]
    for pair in dependent((pair for share in shares for pair in share.pairs), roles):
        findings.report(
            Check.I14,
            "two people",
            expected="no role from each other, or from one colleague, within 30 days",
            found=f"{pair.proposer} and {pair.decider}",
            table=pair.table,
            seq=pair.seq,
        )


def _check_claims(shares: Sequence[Audited], findings: Findings) -> None:
    """The last claim on record gave each table the epoch it has."""
    check_claims(
        {name: epoch for share in shares for name, epoch in share.heads.items()},
        {name: epoch for share in shares for name, epoch in share.claims.items()},
        [share.records for share in shares],
        lambda where, expected, found: findings.report(
            Check.HOUSE, where, expected=expected, found=found
        ),
    )


def _check_annulled(shares: Sequence[Audited], findings: Findings) -> None:
    """P9: what annulled rounds gave back and took is what they had cost and brought."""
    check_annulled(
        [share.annulled for share in shares],
        lambda where, expected, found: findings.report(
            Check.I14, where, expected=expected, found=found
        ),
    )


def _floor_of(name: str) -> int | str | None:
    try:
        return Account.parse(name).kind.floor
    except SabotError:
        return "no account is called so"


def _check_floors(shares: Sequence[Audited], findings: Findings) -> None:
    """I2: some order of the postings, true to each table's own, never passes below a floor."""
    courses: dict[str, list[Course]] = {}
    for share in shares:
        for name, runs in share.courses.items():
            courses.setdefault(name, []).extend(runs)
    for name, runs in courses.items():
        floor = _floor_of(name)
        if isinstance(floor, int) and not stays_above(runs, floor=floor):
            findings.report(
                Check.I2, name, expected=f"never below {floor}", found="no order avoids it"
            )
