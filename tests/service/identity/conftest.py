"""One front desk for each test."""

import pytest
from tests.service.identity.front_desk import FrontDesk


@pytest.fixture
def front() -> FrontDesk:
    """Nobody has an account yet."""
    return FrontDesk()
