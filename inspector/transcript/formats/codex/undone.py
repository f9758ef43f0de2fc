"""Turns that were taken back (`thread_rolled_back`), by Codex's own rule.

Source: `drop_last_n_user_turns` and `trim_pre_turn_context_updates` in codex-rs `core/src/context_manager/history.rs`; on
resuming, a compaction inside a turn that was taken back is ignored (`rollout_reconstruction.rs`; formats.md §3.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.transcript.formats.codex.drafts import Draft
from inspector.transcript.formats.codex.nodes import Node
from inspector.transcript.model import Branch

NAME = "rollback-"
TITLE = 80


class Undone(NamedTuple):
    """What one rollback took away. It can still be looked at, as the branch that ends just before it."""

    number: int
    node: Node
    tail: Sequence[Draft]

    def branch(self) -> Branch:
        first = next((draft for draft in self.tail if draft.said.typed), None)
        title = " ".join(first.node.blocks[0].text[:400].split())[:TITLE] if first and first.node.blocks else ""
        last = self.tail[-1].node
        return Branch(f"{NAME}{self.number}", last.line, len(self.tail), last.timestamp, title)


def cut_of(drafts: Sequence[Draft], starts: Sequence[int], turns: int, floor: int) -> int | None:
    """From where on the messages go: the last `turns` of `starts` (where turns begin), and the context before the first of them.

    What stands before the first turn of all stays, and so does what a compaction (up to `floor`) left. None: nothing goes.
    """
    if not starts or turns < 1:
        return None
    cut = starts[-turns] if turns < len(starts) else starts[0]
    first = starts[0]
    while cut > max(first, floor if cut >= floor else 0) and drafts[cut - 1].said.setting:
        cut -= 1
    return cut
