"""Write the exact returns that the server publishes: `python -m tools.returns`.

`sabot check-game NAME --write-returns` does the same for one game. A test of the gateway fails
when the files are not what is computed.
"""

from __future__ import annotations

from sabot.games import registry
from sabot.lab.published import file_of, written

if __name__ == "__main__":
    for found in registry().values():
        file_of(found).write_bytes(written(found))
        print(file_of(found))
