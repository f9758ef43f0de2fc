"""The size of the prompt that a compaction noted, as far as it can be believed.

OpenClaw writes 0, 16 or 4,000 where the prompt was a hundred times as large (formats.md, section 5): a number is taken only
when it fits the usage that the provider reported before.
"""

from __future__ import annotations

from inspector.transcript.formats.pi.node import Node


class Sizes:
    """What was reported since the last compaction."""

    def __init__(self) -> None:
        self._reported = 0
        self._since = 0
        """Bytes of the lines after the last report."""

    def begin(self) -> None:
        """The prompt was made anew."""
        self._reported = self._since = 0

    def take(self, node: Node) -> None:
        """One more message."""
        if node.usage is not None and not node.uncertain and node.usage.context:
            self._reported, self._since = node.usage.context + node.usage.output, 0
        else:
            self._since += node.size

    def before(self, node: Node) -> int | None:
        """`tokensBefore`, between half of what was reported and twice that and what was added since."""
        tokens = _whole(node.meta.get("tokensBefore"))
        if not tokens or not self._reported:
            return None
        return tokens if self._reported <= 2 * tokens and tokens <= 2 * (self._reported + self._since) else None

    def after(self, node: Node) -> int | None:
        """`tokensAfter`, an estimate of Oh My Pi."""
        return _whole(node.meta.get("tokensAfter")) or None


def _whole(value: object) -> int:
    return value if type(value) is int and value > 0 else 0
