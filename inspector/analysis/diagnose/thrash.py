"""thrash: compact, forget, read again, refill, and compact again.

The known loops: reads larger than the window, compacted and read again (Codex 13279: "death spiral"; 36665: 74 compactions,
95 % of them followed by re-reads; opencode 47485: one file read 66 times), and a window that refills right after compaction
three times, where Claude Code stops (policies §12, §13). Only re-reads that the policy caused count: what a file that changed, or
a habit, has read again is no forgetting (`recall.rereads`).
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.analysis.deeds import Deed, deed, same_file
from inspector.analysis.diagnose.advice import kept_by, starts, whole
from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Severity
from inspector.analysis.diagnose.loops import TIMES, Loop, compactions_of, loops_of, refills_of, repeated_of
from inspector.analysis.recall.rereads import Reread, rereads
from inspector.policy.model import Drop, Summarise

NAME = "thrash"
SHOWN = 60


def find(case: Case) -> list[Finding]:
    """Loops, then things that are read again and again, then windows that refill at once.

    What a layer took that makes loops is told with them, and once.
    """
    caused = [each for each in rereads(case.replay, case.cancelled) if each.caused]
    compactions = compactions_of(case)
    loops = list(loops_of(case, compactions, caused))
    found = [_of_loops(case, loops)] if loops else []
    told = {_taken_by(case, each) for loop in loops for each in loop.rereads}
    repeated = [group for group in repeated_of(case, caused) if _taken_by(case, group[0]) not in told]
    if repeated:
        found.append(_of_repeated(case, repeated))
    if not loops and (run := refills_of(compactions)):
        found.append(_of_refills(case, run))
    return found


def _of_loops(case: Case, loops: list[Loop]) -> Finding:
    worst = max(loops, key=lambda each: each.again)
    dearest = max(worst.rereads, key=lambda each: each.size)
    severity: Severity = "error" if len(loops) >= TIMES else "warning"
    again = sum(loop.again for loop in loops)
    text = (
        f"compacted at {worst.first:,} and again at {worst.next:,}: {worst.again:,} of the {worst.grown:,} {case.unit}"
        f" between them read again what that took ({_short(dearest)})"
    )
    text += f"; {len(loops):,} such loops" if len(loops) > 1 else ""
    requests = sorted({each for loop in loops for each in (loop.first, loop.next)} - {worst.first})
    return Finding(
        NAME,
        severity,
        text,
        _kept(case, dearest),
        (worst.first, *requests),
        tuple(_result(case, each) for each in worst.rereads),
        {
            "loops": len(loops),
            "read_again": again,
            "rereads": sum(len(loop.rereads) for loop in loops),
            "first": worst.first,
            "next": worst.next,
            "grown": worst.grown,
            "first_again": min(each.request for loop in loops for each in loop.rereads),
            "unit": case.unit,
        },
    )


def _of_repeated(case: Case, groups: list[list[Reread]]) -> Finding:
    worst = groups[0]
    dearest = max(worst, key=lambda each: each.size)
    size = sum(each.size for group in groups for each in group)
    more = f"; {len(groups) - 1:,} more such" if len(groups) > 1 else ""
    return Finding(
        NAME,
        "warning",
        f"{_short(worst[0])} was taken and read again {len(worst):,} times ({_listed(worst)}):"
        f" {sum(each.size for each in worst):,} {case.unit}{more}",
        _kept(case, dearest),
        tuple(each.request for each in worst),
        tuple(_result(case, each) for each in worst),
        {
            "things": len(groups),
            "times": len(worst),
            "read_again": size,
            "rereads": sum(map(len, groups)),
            "unit": case.unit,
        },
    )


def _of_refills(case: Case, run: list[int]) -> Finding:
    policy = case.replay.policy
    cuts = [layer.id for layer in policy.layers if isinstance(layer.operation, Drop | Summarise)]
    gate = dict.fromkeys(name for layer in cuts for name in starts(policy, layer))
    came = case.rows[run[-1] - 1].transcript - case.rows[run[0] - 1].transcript
    return Finding(
        NAME,
        "error",
        f"refilled right after compaction {len(run) - 1:,} times in a row (requests"
        f" {', '.join(f'{each:,}' for each in run[:5])}{' …' if len(run) > 5 else ''}): {came:,} {case.unit} came in",
        f"raise {' or '.join(gate)}: what comes in must fit above what a compaction leaves"
        if gate
        else "let tools return less at once, or use a larger window",
        tuple(run),
        (),
        {"compactions": len(run), "came_in": came, "first": run[0], "last": run[-1], "unit": case.unit},
    )


def _result(case: Case, each: Reread) -> int:
    """The block of the result that brought it back."""
    return _of_message(case, each.message, each.what)


def _of_message(case: Case, number: int, what: str) -> int:
    """The result in a message (from 1) of the call that reads or runs something."""
    shape = case.replay.transcript.structure
    results = [b for b in range(shape.first[number - 1], shape.first[number]) if shape.blocks[b].kind == "tool_result"]
    return next((b for b in results if _is_of(deed(shape.blocks[shape.partner[b]]), what)), results[0])


def _is_of(done: Deed, what: str) -> bool:
    return done.command == what or any(same_file(path, what) for path in done.paths)


def _taken_by(case: Case, each: Reread) -> str:
    """The layer that took what was read first, as far as it was taken when it was read again."""
    return case.replay.plan(each.request).state(_of_message(case, each.earlier, each.what)).layer


def _kept(case: Case, each: Reread) -> str:
    """What keeps what was read first until it was read again."""
    block = _of_message(case, each.earlier, each.what)
    return kept_by(case, _taken_by(case, each), [whole(case, block, each.request)])


def _listed(group: Sequence[Reread]) -> str:
    shown = ", ".join(f"{each.request:,}" for each in group[:4])
    return f"request{'s' if len(group) > 1 else ''} {shown}{' …' if len(group) > 4 else ''}"


def _short(each: Reread) -> str:
    what = " ".join(each.what.split())
    return what if len(what) <= SHOWN else "…" + what[1 - SHOWN :]


FAMILY = Family(NAME, "compacted, forgotten, read again, refilled, and compacted again", find)
