"""The counter `provider`: tokens as the provider of one session counts them, charged where they were, else calibrated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final
from weakref import ref

from inspector.long_work import Progress
from inspector.meter.counter import PROVIDER, End
from inspector.meter.media import media_tokens
from inspector.meter.provider.calibration import Estimate
from inspector.meter.provider.charges import Charges, charges
from inspector.meter.provider.kinds import PROSE, RESULT, Amount, amount
from inspector.meter.provider.texts import EXACT
from inspector.meter.replacing import Shells
from inspector.meter.sizes import Entry, sizes
from inspector.transcript.model import Block, Message, Transcript


class ProviderCounter:
    """A counter that is bound to one transcript, which it does not keep alive; nothing is counted before the first size.

    Blocks of the transcript have their share of what was charged; any other text has the calibrated size. An empty history
    weighs nothing: the fixed input is a part of its own (`charges.fixed_at`). Raises ReferenceError when it is asked for
    the first size after its transcript is gone.
    """

    name: Final = PROVIDER
    unit: Final = "tokens"
    base: Final = 0
    exact: Final = False

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = ref(transcript)
        self._shells = Shells(_words)

    @cached_property
    def charges(self) -> Charges:
        """What was charged in the session."""
        return charges(self._alive())

    @cached_property
    def _known(self) -> dict[Block, int]:
        """The size of each block of the transcript."""
        return dict(zip(self._alive().structure.blocks, self.charges.blocks, strict=True))

    def _alive(self) -> Transcript:
        transcript = self._transcript()
        if transcript is None:
            raise ReferenceError("the transcript of this counter is gone")
        return transcript

    def of(self, transcript: Transcript) -> ProviderCounter:
        """The same counter for another transcript."""
        return ProviderCounter(transcript)

    def prepare(self, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None) -> None:
        """Count what the charges are shared by. Raises `Cancelled` as soon as `cancelled` says so."""
        sizes(self._alive(), EXACT, progress, cancelled)
        self.charges.prepare()
        self._known, self._charged  # noqa: B018

    def batch(self, entries: Sequence[Entry]) -> Sequence[int]:
        """Tokens of each block; those that are not of the transcript are counted together."""
        known = self._known
        found = [known.get(block, -1) for block, _, _ in entries]
        others = [at for at, size in enumerate(found) if size < 0]
        exact = EXACT.batch([entries[at] for at in others]) if others else ()
        for at, size in zip(others, exact, strict=True):
            found[at] = self._scaled(size, entries[at][0])
        return found

    def text(self, text: str) -> int:
        """Calibrated tokens of a bare text."""
        return self.charges.calibration.bare(EXACT.text(text))

    def block(self, block: Block, message: Message, first: bool) -> int:
        """What the block was charged; a block of another transcript, or a made one, has the calibrated size."""
        found = self._known.get(block)
        return self._whole(block) if found is None else found

    def replaced(self, block: Block, message: Message, first: bool, text: str, *, images: bool = True) -> int:
        """Calibrated tokens of the block with `text` in it: a result keeps what is around its text, any other is a text."""
        if block.kind == "tool_result":
            own = media_tokens(block) if images else 0
            words = EXACT.text(text) + self._shells(block, images) - own
            return self.charges.calibration.size(Amount(RESULT, words)) + own
        return self.made("", text)

    def made(self, role: str, text: str) -> int:
        """Calibrated tokens of a made-up message: one block of text."""
        return self.charges.calibration.size(Amount(PROSE, EXACT.text(text)))

    def cut(self, text: str, size: int, end: End) -> int:
        """How many characters of the text's head (or tail) hold at most `size` calibrated tokens."""
        return EXACT.cut(text, max(0, int(size / self.charges.calibration.fit.mean[PROSE])), end)

    def estimate(self, block: Block) -> Estimate:
        """The size of a block with its interval: nothing beside it where the block was charged."""
        found = self._charged.get(block)
        return self.charges.calibration.estimate(block) if found is None else Estimate(found, found, found, "charged")

    def is_charged(self, block: Block) -> bool:
        """Whether the provider's reports tell what the block cost."""
        return block in self._charged

    @cached_property
    def _charged(self) -> dict[Block, int]:
        """Blocks of charged messages."""
        structure = self._alive().structure
        told = self.charges.messages
        every = zip(structure.blocks, structure.owner, self.charges.blocks, strict=True)
        return {block: size for block, owner, size in every if told[owner] is not None}

    def _whole(self, block: Block) -> int:
        return self._scaled(_words(block), block)

    def _scaled(self, size: int, block: Block) -> int:
        own = media_tokens(block)
        return self.charges.calibration.size(amount(block, size - own)) + own


def _words(block: Block) -> int:
    return EXACT.block(block, _NOBODY, True)


_NOBODY = Message(0, "user", ())
"""The exact tokenizer does not ask whose block it counts."""
