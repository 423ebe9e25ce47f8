"""What the tests of whole houses share."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def quiet_log() -> Iterator[None]:
    """Where outages are the subject, their warnings are not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)
