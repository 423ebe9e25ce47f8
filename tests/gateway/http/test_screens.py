"""Which screens of the studio open for which role, at the door and after signing in."""

from __future__ import annotations

from tests.gateway.http.conftest import Casino
from tests.gateway.http.premises import Premises


def test_the_door_of_a_demonstration_names_the_screens_of_its_staff(casino: Casino) -> None:
    async def story(here: Premises) -> None:
        listed = (await here.get("/api/demo-accounts", {})).json()["accounts"]
        assert {one["login"]: one["screens"] for one in listed} == {
            "ada": [],
            "bruno": [],
            "dealer": ["/studio/dealer", "/studio/prompter"],
            "dealer2": ["/studio/dealer", "/studio/prompter"],
            "supervisor": ["/studio/shoes"],
            "manager": ["/studio/desk", "/studio/shoes", "/studio/chat"],
            "manager2": ["/studio/desk", "/studio/shoes", "/studio/chat"],
            "moderator": ["/studio/chat"],
            "operator": [],
            "auditor": [],
        }
        for one in listed:
            wish = {"login": one["login"], "password": one["password"], "bearer": True}
            async with here.browser() as client:
                me = (await client.post("/api/sign-in", json=wish)).json()["me"]
            assert (me["role"], me["screens"]) == (one["role"], one["screens"])

    casino.run(story(casino.here))
