"""Pieces get their numbers last; a reply that the client put in is no reply."""

from __future__ import annotations

from inspector.transcript.formats.assembly import MOST, Budget, Fold, Piece, assembled
from inspector.transcript.formats.blocks import text_block
from inspector.transcript.model import Usage
from inspector.transcript.problems import Problems
from inspector.transcript.structure import histories


def piece(role: str, text: str, author: str = "human") -> Piece:
    return Piece(role, (text_block(text),), author)  # type: ignore[arg-type]


def test_a_fold_speaks_of_places() -> None:
    old, kept, summary, new = (
        piece("user", "old"),
        piece("user", "kept"),
        piece("user", "sum", "client"),
        piece("user", "new"),
    )
    gone = piece("user", "in no transcript")
    fold = Fold([summary, kept, gone, kept], summary, summary, doubtful=[kept, gone], doubt="why")
    (compaction,) = assembled("x", [old, kept, summary, new], [fold], Problems()).compactions
    assert (compaction.before, compaction.summary, compaction.order) == (2, 2, (2, 1))
    assert (compaction.doubtful, compaction.doubt, compaction.rest) == ({1}, "why", 3)


def test_a_fold_after_everything() -> None:
    one = piece("user", "one")
    (compaction,) = assembled("x", [one], [Fold([one])], Problems()).compactions
    assert (compaction.before, compaction.since) == (1, 1)


def test_a_copy_is_the_clients() -> None:
    reply = piece("assistant", "long", "model")
    reply.usage, reply.id = Usage(1), "a"
    copy = reply.copy((text_block("short"),))
    assert (copy.author, copy.usage, copy.id, copy.role) == ("client", None, "a", "assistant")


def test_what_the_client_puts_into_the_models_mouth_is_no_reply() -> None:
    pieces = [piece("user", "sum", "client"), piece("assistant", "got it", "client"), piece("user", "go")]
    pieces += [piece("assistant", "yes", "model"), piece("assistant", "got it", "client")]
    messages = assembled("x", pieces, [], Problems()).messages
    assert histories(messages) == [3, 5], "the reply, and the request that would come next"
    assert histories(messages[:4]) == [3]


def test_compactions_without_end_are_bounded() -> None:
    budget, problems = Budget(), Problems()
    assert [budget.spend(MOST), budget.spend(1), budget.spend(0)] == [True, False, False]
    budget.tell(problems)
    assert [(p.kind, p.reason[:1]) for p in problems.found] == [("too-many", "2")]
    Budget().tell(problems)
    assert len(problems.found) == 1
