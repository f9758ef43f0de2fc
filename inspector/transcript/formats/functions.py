"""OpenAI's first way of calling tools (`function_call`, role `function`) had no ids: joined by name."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.model import Block, Held


class OldCalls:
    """Gives each old call an id and each old result the id of the last open call of that name."""

    def __init__(self) -> None:
        self._count = 0
        self._open: dict[str, list[str]] = {}

    def copy(self) -> OldCalls:
        """The same calls open."""
        made = OldCalls()
        made._count, made._open = self._count, {name: list(ids) for name, ids in self._open.items()}
        return made

    @staticmethod
    def concern(record: dict[str, Any]) -> bool:
        return record.get("role") == "function" or isinstance(record.get("function_call"), dict)

    def join(self, record: dict[str, Any], blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        """The blocks of one such message with ids."""
        return tuple([self._named(block, words_of(record.get("name"))) for block in blocks])

    def _named(self, block: Block, name: str) -> Block:
        if block.tool_id or block.kind not in ("tool_use", "tool_result"):
            return block
        if block.kind == "tool_use":
            self._count += 1
            identity, key = f"function_call_{self._count}", "id"
            self._open.setdefault(block.tool, []).append(identity)
        else:
            waiting = self._open.get(name)
            identity, key = waiting.pop() if waiting else "", "tool_use_id"
        return Block(block.kind, Held(block.text, {**block.api, key: identity}), identity, block.tool, block.images)
