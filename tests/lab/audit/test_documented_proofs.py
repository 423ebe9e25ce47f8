"""What `docs/fairness.md` and `docs/export.md` tell readers to do, done by ourselves."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

from tests.lab.audit.forger import Forger
from tests.lab.audit.scenes import export_of

from sabot.adapters.exports import SHAPES
from sabot.bootstrap import noting
from sabot.lab.audit import Check
from sabot.lab.audit.lines import FIRST, SEAL
from sabot.service.office.acts import Act
from sabot.service.proof.log import Kind

DOCS = Path(__file__).resolve().parents[3] / "docs"
FAIRNESS = (DOCS / "fairness.md").read_text(encoding="utf-8")
EXPORT = (DOCS / "export.md").read_text(encoding="utf-8")


def test_a_commitment_can_be_repeated_with_plain_tools() -> None:
    [script] = re.findall(r"^printf '%s:%s'.*$", FAIRNESS, re.MULTILINE)
    forger = Forger(export_of("brag"))
    promised = forger.body(forger.events("ShoeLoaded")[0])["commitment"]
    told = forger.body(forger.events("ShoeDisclosed")[0])
    shell = f"salt='{told['salt']}'; cards='{told['cards']}'; {script}"
    done = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == promised


def _chain_script(tmp_path: Path, lines: tuple[bytes, ...] | list[bytes]) -> str:
    [script] = re.findall(r"^```python\n(.*?)^```$", FAIRNESS, re.MULTILINE | re.DOTALL)
    file = tmp_path / "house.jsonl"
    file.write_bytes(b"".join(lines))
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", script, str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def test_the_chain_can_be_repeated_with_nothing_but_python(tmp_path: Path) -> None:
    head = Forger(export_of("trouble")).one("head")
    told = _chain_script(tmp_path, export_of("trouble"))
    assert told == f"{head['table_id']} {head['seq']} {head['hash']}\n"
    forger = Forger(export_of("trouble"))
    forger.edit(forger.events("CardDealt")[1], lambda body: body.update(card="AS"))
    assert "is broken at event" in _chain_script(tmp_path, forger.lines(mended=False))


def test_the_seal_is_the_digest_of_everything_before_it() -> None:
    *before, last = export_of("speed")
    digest = hashlib.sha256(b"".join(before)).hexdigest()
    assert last == b'%s"lines":%d,"sha256":"%s"}\n' % (SEAL, len(before), digest.encode())


def test_the_format_is_documented_as_it_is() -> None:
    assert FIRST.decode().strip() in EXPORT
    rows = re.findall(r"^\| `(\w+)` \| ([\w* ]+) \| ", EXPORT, re.MULTILINE)
    documented = {kind: tuple(members.replace("*", "").split()) for kind, members in rows}
    assert documented == dict(SHAPES)


def test_every_check_is_documented() -> None:
    table = re.findall(r"^\| (export|I\d+|P\d+|fair|house) \| ", EXPORT, re.MULTILINE)
    assert table == [check.value for check in Check]


def _section(title: str) -> str:
    """The part of the page about the export under a heading."""
    found: list[str] = re.findall(rf"^### {title}\n(.*?)(?=^##)", EXPORT, re.MULTILINE | re.DOTALL)
    return found[0]


def test_every_act_is_documented() -> None:
    rows = re.findall(r"^\| (`[a-z]+/.*?) \| ", _section("Acts"), re.MULTILINE)
    named = [kind for row in rows for kind in re.findall(r"`([a-z]+/[a-z_]+)`", row)]
    assert sorted(named) == sorted(act.value for act in Act)


def test_every_record_of_the_house_log_is_documented() -> None:
    rows = re.findall(r"^\| `([a-z_]+/[a-z]+)` \| ", _section("The house log"), re.MULTILINE)
    assert sorted(rows) == sorted(kind.value for kind in Kind)


def test_the_last_seal_is_at_most_as_old_as_promised() -> None:
    [promised] = re.findall(r"at\s+least\s+every\s+(\d+)\s+seconds", EXPORT)
    assert int(promised) / 2 >= noting.EVERY_SECONDS
