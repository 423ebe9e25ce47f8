"""Bodies as they are described: a caller that sends "5" for a number, or 5.0 for cents, is told so.

The web framework reads bodies as leniently as the words of an address, where everything is text.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import ValidationException
from typing_extensions import override

from sabot.errors import Malformed, field_of
from sabot.gateway.refusals import RequestRefusal
from sabot.wire.keys import names_a_key_twice


class StrictRequest(Request[Any, Any, State]):
    """A request whose body has the very types that its route names."""

    @override
    async def json(self) -> Any:
        """The body as its route wants it, or a refusal that says where it is wrong."""
        raw = await super().json()
        if names_a_key_twice(await self.body()):
            raise Malformed(RequestRefusal.KEY_TWICE)
        wanted = self.route_handler.parsed_data_field
        if wanted is None:
            return raw
        try:
            return msgspec.convert(raw, wanted.annotation)
        except msgspec.ValidationError as error:
            field, reason = field_of(str(error))
            raise ValidationException(extra=[{"key": field, "message": reason}]) from None
