"""The lists of the recall room: needs of a request, misses of the session, and what was got again. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.analysis.recall.needs import Missed, Need, Recalled, grouped, together
from inspector.analysis.recall.rereads import CHANGED, FAILED, HELD, LOST, ROUTINE, Reread, Why
from inspector.engine import Replay
from inspector.phrases import counted
from inspector.terminal_text import cells, clip, pad
from inspector.tui.entries import Entry, Target, heading, note
from inspector.tui.parts import Part

NEED, MISS, AGAIN = "need", "miss", "again"
"""What a line is: a need of the request in sight, a miss of the session, a call that got something again; with its number."""
MOST = 200
"""Misses, and calls of one reason, that are told one by one."""
LONG = 400
EVIDENCE = "a need is found by rule: the reply names what its history held. Evidence, not proof."
REASONS: dict[Why, tuple[str, str]] = {
    LOST: ("✗", "bad"),
    HELD: ("=", "quiet"),
    CHANGED: ("Δ", "quiet"),
    ROUTINE: ("↻", "quiet"),
    FAILED: ("–", "quiet"),
}
"""Why something was got again → sign and style, the policy's doing first."""


def need_lines(replay: Replay, needs: Sequence[Need]) -> Iterator[Entry]:
    """Every need of one request: those that its view lacks first."""
    first = _widest(_first(replay, need) for need in needs)
    kind = _widest(need.kind for need in needs)
    back = _widest(_back(replay, need) for need in needs)
    for at, need in enumerate(needs):
        sign, style = ("✓", "good") if need.held else ("!", "bad") if need.typed else ("✗", "bad")
        yield Entry(
            (
                Part(f" {sign} ", style, 9),
                Part(pad(need.kind, kind), "quiet", 5),
                Part(f"  {pad(_first(replay, need), first)}", "quiet", 7),
                Part(f"  {pad(_back(replay, need), back)}" if back else "", "warn", 6),
                Part(f"  {_flat(need.text)}", "plain" if need.held else "strong", 8, least=16),
            ),
            place(replay, need, need.request)._replace(act=f"{NEED}-{at}"),
        )


def in_order(needs: Sequence[Need], missed: Sequence[Need]) -> list[Need]:
    """All needs of a request, those that its view lacks first, with how they came back."""
    backs = {(need.kind, need.text): need for need in missed}
    return sorted((backs.get((need.kind, need.text), need) for need in needs), key=lambda need: need.held)


def in_rows(found: Recalled) -> list[list[Missed]]:
    """The misses of a session as they are told: what a person typed first, then the most costly; the same together."""
    rows = together(grouped(found.misses))
    return [*(row for row in rows if row[0].need.typed), *(row for row in rows if not row[0].need.typed)]


def miss_lines(replay: Replay, rows: Sequence[Sequence[Missed]]) -> Iterator[Entry]:
    """Misses with what they cost, at which requests, and where they were first said."""
    typed = [(at, row) for at, row in enumerate(rows) if row[0].need.typed]
    others = [(at, row) for at, row in enumerate(rows) if not row[0].need.typed]
    if not rows:
        yield heading("missed")
        yield note("✓ every view held all that its reply refers to", "good")
        return
    unit = replay.policy.meter.unit
    if typed:
        yield heading("missed, typed by a person", f"what it cost, in {unit}", "bad")
        yield from _misses(replay, typed)
        if others:
            yield Entry(())
    if others:
        title = "missed, others" if typed else "missed, most costly first"
        yield heading(title, f"what it cost, in {unit}")
        yield from _misses(replay, others)


def _misses(replay: Replay, rows: Sequence[tuple[int, Sequence[Missed]]]) -> Iterator[Entry]:
    shown = rows[:MOST]
    cost = _widest(_cost(row) for _, row in shown)
    where = _widest(_requests(row[0].requests) for _, row in shown)
    first = _widest(_first(replay, row[0].need) for _, row in shown)
    for at, row in shown:
        need = row[0].need
        yield Entry(
            (
                Part(f" {pad(_cost(row), cost, True)}", "warn" if row[0].cost else "quiet", 9),
                Part(f"  {pad(_requests(row[0].requests), where)}", "plain", 8),
                Part(f"  {pad(_first(replay, need), first)}", "quiet", 5),
                Part(f"  {' · '.join(_flat(each.need.text) for each in row[:9])}", "strong", 7, least=16),
            ),
            place(replay, need, need.request)._replace(act=f"{MISS}-{at}"),
        )
    if more := sum(len(row) for _, row in rows[MOST:]):
        yield note(f"… and {more:,} more")


def dimmed(entries: Sequence[Entry]) -> Iterator[Entry]:
    """What was told of another request, for as long as the one in sight is being looked at: it leads nowhere."""
    for entry in entries:
        yield Entry(tuple(part._replace(style="quiet") for part in entry.parts))


def again_lines(replay: Replay, again: Sequence[Reread] | None, stale: bool = False) -> Iterator[Entry]:
    """What was read or run again, by reason: first what the policy is the reason of. `stale`: of the question before."""
    yield heading("got again", "as it was before" if stale and again is not None else "")
    if not again:
        yield note("not looked for yet" if again is None else "nothing was read or run again")
        return
    for why in REASONS:
        same = [(at, each) for at, each in enumerate(again) if each.why == why]
        if same:
            yield from _of_reason(replay, why, sorted(same, key=lambda pair: (-pair[1].size, pair[0])))


def _of_reason(replay: Replay, why: Why, same: Sequence[tuple[int, Reread]]) -> Iterator[Entry]:
    sign, style = REASONS[why]
    size = f"{sum(each.size for _, each in same):,} {replay.policy.meter.unit}"
    times = f"{counted(len(same), 'time')}, {size}"
    yield Entry((Part(f"  {sign} {why}", "bad" if style == "bad" else "strong", 9), Part(f"  {times}", "quiet", 8)))
    shown, first = same[:MOST], replay.transcript.structure.first
    widths = [max(len(f"{number:,}") for number in column) for column in zip(*map(_numbers, shown), strict=True)]
    for at, each in shown:
        size, request, earlier = (f"{n:,}".rjust(w) for n, w in zip(_numbers((at, each)), widths, strict=True))
        yield Entry(
            (
                Part(f"    {size}", "warn" if each.caused else "quiet", 9),
                Part(f"  request {request}", "plain", 8),
                Part(f"  had in message {earlier}", "quiet", 5),
                Part(f"  {each.tool} {_flat(each.what)}", "plain", 7, least=16),
            ),
            Target(each.request, first[each.message - 1], f"{AGAIN}-{at}"),
        )
    if len(same) > MOST:
        yield note(f"… and {len(same) - MOST:,} more")


def _numbers(pair: tuple[int, Reread]) -> tuple[int, int, int]:
    return pair[1].size, pair[1].request, pair[1].earlier


def place(replay: Replay, need: Need, request: int) -> Target:
    """Where a need was first said: the first request that has it in its history, and its block."""
    if need.block is None:
        return Target(request)
    shape = replay.transcript.structure
    return Target(min(shape.request_of(shape.owner[need.block]), replay.requests), need.block)


def _first(replay: Replay, need: Need) -> str:
    if need.block is None:
        return "system"
    return f"message {replay.transcript.structure.owner[need.block] + 1:,}"


def _back(replay: Replay, need: Need) -> str:
    if need.held or need.back is None:
        return ""
    return f"↺ {need.back.how} {need.back.size:,} {replay.policy.meter.unit}"


def _cost(row: Sequence[Missed]) -> str:
    return f"{row[0].cost:,}"


def _requests(numbers: Sequence[int]) -> str:
    """`request 51`, `requests 51, 60 +3`."""
    more = f" +{len(numbers) - 2:,}" if len(numbers) > 2 else ""
    told = ", ".join(f"{number:,}" for number in numbers[:2])
    return f"request{'s' if len(numbers) > 1 else ''} {told}{more}"


def _flat(text: str) -> str:
    return clip(" ".join(text.split()), LONG)


def _widest(texts: Iterator[str]) -> int:
    return max((cells(text) for text in texts), default=0)
