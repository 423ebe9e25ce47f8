"""The whole product of two 64-bit words: what the compiler can do and has no Python name for.

It exists inside compiled loops only, where it is one machine instruction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    def wide_product(left: np.uint64, right: np.uint64) -> tuple[np.uint64, np.uint64]:
        """The upper and the lower word of left × right."""
        ...

else:
    # The compiler's own builders carry no types, so the type checker reads the lines above.
    from llvmlite import ir
    from numba.core.types import UniTuple, uint64
    from numba.extending import intrinsic

    @intrinsic
    def wide_product(typing_context, left, right):  # noqa: ARG001
        """The upper and the lower word of left × right."""
        return UniTuple(uint64, 2)(uint64, uint64), _generate

    def _generate(context, builder, signature, arguments):
        whole, half = ir.IntType(128), ir.IntType(64)
        left, right = (builder.zext(argument, whole) for argument in arguments)
        product = builder.mul(left, right)
        upper = builder.trunc(builder.lshr(product, whole(64)), half)
        lower = builder.trunc(product, half)
        return context.make_tuple(builder, signature.return_type, (upper, lower))
