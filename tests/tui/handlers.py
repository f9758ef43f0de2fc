"""Which classes hear a message is found out once for a kind of node and of message, not again for each message.

Textual walks through every class that a node is made of for each message, and a pause alone sends some fifty. What a class
is made of does not change; the methods themselves are looked up anew each time, as a test may put another one there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from textual.message import Message
from textual.message_pump import MessagePump

Plan = tuple[tuple[type, str], ...] | None
"""The classes, in the order of their calls, each with the name of its method; None where Textual has to look itself."""


def patch_handlers(patch: pytest.MonkeyPatch) -> None:
    """Ask here first."""
    plans: dict[tuple[type, type, str], Plan] = {}
    look = MessagePump._get_dispatch_methods

    def once(self: MessagePump, name: str, message: Message) -> Iterable[Any]:
        key = (type(self), type(message), name)
        if key not in plans:
            plans[key] = _plan(*key)
        plan = plans[key]
        return look(self, name, message) if plan is None else _methods(self, plan, message)

    patch.setattr(MessagePump, "_get_dispatch_methods", once)


def _plan(pump: type, message: type, name: str) -> Plan:
    """Decorated handlers may ask for the sender: those are left to Textual."""
    if any(set(vars(one).get("_decorated_handlers") or ()) & {*message.__mro__} for one in pump.__mro__):
        return None
    return tuple((one, held) for one in pump.__mro__ if (held := _held(one, name)))


def _held(one: type, name: str) -> str:
    return next((each for each in (f"_{name}", name) if vars(one).get(each) is not None), "")


def _methods(pump: MessagePump, plan: tuple[tuple[type, str], ...], message: Message) -> Iterator[Any]:
    for one, name in plan:
        if message._no_default_action:
            return
        method = vars(one).get(name)
        if method is not None and not getattr(method, "_textual_on", None):
            yield one, method.__get__(pump, one)
