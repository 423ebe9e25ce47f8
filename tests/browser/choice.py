"""Which browser tests `make test` plays: as few as show every row that a browser test names.

`make browser` plays all of them. A function that is repeated with other arguments counts once, with
the first of them. A test marked `look` is always played, with all its arguments: it is the one that
asserts the whole of its row.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from tools.features import NUMBER

Test = tuple[str, str]
"""A file and the name of a function in it."""


def rows_of(name: str) -> frozenset[str]:
    """The rows that a test's name carries.

    >>> sorted(rows_of("test_F22_F25_chips_add_up"))
    ['F22', 'F25']
    """
    return frozenset(NUMBER.findall(name.replace("_", " ")))


def chosen(tests: Sequence[Test], always: Collection[Test] = ()) -> frozenset[Test]:
    """The first test of every file, and then whichever shows most rows that none of them shows.

    Tests that are played anyway need no other test for their rows.

    >>> chosen([("a", "test_F1_one"), ("a", "test_F1_F2_two"), ("a", "test_F1_three")]) == {
    ...     ("a", "test_F1_one"),
    ...     ("a", "test_F1_F2_two"),
    ... }
    True
    >>> sorted(
    ...     chosen([("a", "test_F1"), ("a", "test_F2_F3"), ("a", "test_F2")], [("a", "test_F2")])
    ... )
    [('a', 'test_F1'), ('a', 'test_F2'), ('a', 'test_F2_F3')]
    """
    known = dict.fromkeys(tests)
    found = set(_first_of_files(known)) | set(always)
    left = {row for test in known for row in rows_of(test[1])}
    left -= {row for test in found for row in rows_of(test[1])}
    while left:
        best = max(known, key=lambda test: len(rows_of(test[1]) & left))
        found.add(best)
        left -= rows_of(best[1])
    return frozenset(found)


def _first_of_files(tests: Iterable[Test]) -> Iterable[Test]:
    firsts: dict[str, Test] = {}
    for test in tests:
        firsts.setdefault(test[0], test)
    return firsts.values()
