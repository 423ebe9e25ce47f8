"""Routes for the devices of the studio: a shift manager adds and removes them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from sabot.gateway.http.dependencies import Dependencies
from sabot.gateway.http.door import caller
from sabot.gateway.http.faults import AnyRequest, unknown
from sabot.gateway.sockets.request_reader import actor_of
from sabot.service.identity.bindings import checked_binding
from sabot.service.studio.devices import Device
from sabot.table.refusals import TableRefusal
from sabot.wire import shoe_desk as w

Name = Annotated[str, PathParameter(min_length=1, max_length=64)]


def device_routes(deps: Dependencies) -> list[ControllerRouterHandler]:
    """The devices and their tokens."""
    desk = deps.identity.devices

    @get("/api/studio/devices")
    async def devices() -> w.Devices:
        found = await asyncio.to_thread(desk.devices)
        return w.Devices(devices=tuple(_device(one) for one in found))

    @post("/api/studio/devices", status_code=200)
    async def add(request: AnyRequest, data: JSONBody[w.AddDevice]) -> w.DeviceAdded:
        binding = checked_binding(data.table, data.device, data.position)
        if data.table not in deps.broadcaster.feeds:
            raise unknown(TableRefusal.UNKNOWN, table=data.table)
        actor = actor_of(caller(request))
        made = await asyncio.to_thread(desk.add, binding, actor=actor, reason=data.reason)
        return w.DeviceAdded(device=_device(made.device), token=made.token)

    @post("/api/studio/devices/{device:str}/remove", status_code=200)
    async def remove(
        request: AnyRequest, device: Name, data: JSONBody[w.RemoveDevice]
    ) -> w.DeviceShown:
        actor = actor_of(caller(request))
        return _device(
            await asyncio.to_thread(desk.remove, device, actor=actor, reason=data.reason)
        )

    return [devices, add, remove]


def _device(one: Device) -> w.DeviceShown:
    return w.DeviceShown(
        name=one.device,
        table=one.binding.table,
        device=one.binding.kind.value,
        position=one.binding.position,
        added_at_ms=one.added_at_ms,
    )
