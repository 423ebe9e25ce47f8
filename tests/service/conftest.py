"""What the tests of the service share."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def quiet() -> Iterator[None]:
    """Where outages are the subject, their warnings are not news."""
    logging.getLogger("sabot").setLevel(logging.CRITICAL)
    yield
    logging.getLogger("sabot").setLevel(logging.NOTSET)
