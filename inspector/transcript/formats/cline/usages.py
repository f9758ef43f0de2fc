"""Which reply each recorded request belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from inspector.transcript.formats.assembly import Piece
from inspector.transcript.formats.cline.task import Request


def settle(requests: Sequence[Request], pieces: Sequence[Piece | None], times: Sequence[float]) -> None:
    """Give replies the usage of their requests.

    By the place of the message that was sent last, by the time of the reply, or one after the other where there are as many
    requests as replies. A request that was made again has several starts; the last one with numbers counts.
    """
    replies = [at for at, piece in enumerate(pieces) if piece is not None and piece.author == "model"]
    for request in requests:
        if request.last >= 0:
            request.last = _sent(request.last, pieces)
    if not any(request.last >= 0 for request in requests):
        _by_time(requests, replies, times) if any(times) else _in_order(requests, replies)
    for request in requests:
        reply = pieces[request.last + 1] if 0 <= request.last < len(pieces) - 1 else None
        if reply is not None and request.usage is not None and reply.author == "model":
            reply.usage = request.usage


def _sent(last: int, pieces: Sequence[Piece | None]) -> int:
    """The last message before a reply: the reply itself may have been added already."""
    piece = pieces[last] if last < len(pieces) else None
    return last - 1 if piece is not None and piece.author == "model" else last


def _by_time(requests: Sequence[Request], replies: list[int], times: Sequence[float]) -> None:
    """A reply belongs to the last request before it."""
    starts = [request.ts for request in requests]
    if starts != sorted(starts):
        return
    for reply in replies:
        found = bisect_right(starts, times[reply]) - 1
        if times[reply] and found >= 0 and requests[found].last < 0:
            requests[found].last = reply - 1


def _in_order(requests: Sequence[Request], replies: list[int]) -> None:
    if len(requests) == len(replies):
        for request, reply in zip(requests, replies, strict=True):
            request.last = reply - 1
