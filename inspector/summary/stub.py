"""A summary of a fixed size that says nothing: for sweeps, where only its size matters."""

from __future__ import annotations

from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.summary.size import Measure, estimate

WORDS = ("the summary of what was said before stands here and it has the size that was asked for so that " * 2).split()
FILLERS = (" a", " it", " of", ".", "a", ",", "1", "-")
"""What is appended to come to a size exactly; in no meter does any of them end in a blank."""
STEPS = 200


class Stub:
    """Answers every request with the same text, which measures exactly `size`.

    `measure` is the policy's own; without one tokens are estimated. What the request asks for plays no part.
    """

    def __init__(self, size: int, measure: Measure | None = None) -> None:
        if size < 1:
            raise ValueError(f"a summary of {size} tokens cannot be written")
        self._size, self._measure = size, measure or estimate
        self._text = ""

    @property
    def name(self) -> str:
        return f"stub:{self._size}"

    def summarise(self, request: SummaryRequest) -> str:
        """The text. Raises SummaryFailed where no text of exactly that size was found in the policy's measure."""
        self._text = self._text or fixed(self._size, self._measure)
        return self._text


def fixed(size: int, measure: Measure) -> str:
    """A text that measures `size`: as many words as fit, then the little that is missing."""
    count = _most(size, measure)
    text = _words(count)
    for _ in range(STEPS):
        now = measure(text)
        if now == size:
            return text
        text = _nearer(text, now, size, measure)
        if not text:
            count -= 1
            text = _words(max(count, 0))
    raise SummaryFailed(f"no placeholder of exactly {size} was found in this policy's measure; try a size near it")


def _words(count: int) -> str:
    whole, rest = divmod(count, len(WORDS))
    return " ".join([*WORDS * whole, *WORDS[:rest]])


def _most(size: int, measure: Measure) -> int:
    """How many words measure at most `size`."""
    low, high = 0, size
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_words(middle)) <= size:
            low = middle
        else:
            high = middle - 1
    return low


def _nearer(text: str, now: int, size: int, measure: Measure) -> str:
    """The text and the first filler that brings it nearer, or as far; "" when every filler leads beyond the size."""
    same = ""
    for filler in FILLERS:
        longer = (text + filler).strip()
        measured = measure(longer)
        if now < measured <= size:
            return longer
        if measured == now and not same:
            same = longer
    return same
