"""Random valid policies: every operation, region, gate, way of stopping and of carrying state."""

from __future__ import annotations

from inspector.policy.model import (
    Budget,
    Clear,
    Dedupe,
    Drop,
    Fold,
    Keep,
    Layer,
    Limit,
    Manual,
    MeterSpec,
    Operation,
    Policy,
    RecentFiles,
    Region,
    Select,
    Summarise,
    Truncate,
)
from tests.engine.choices import Choices

METERS = {"bytes": "bytes", "chars": "chars", "json-chars": "chars", "json-chars/4": "tokens", "chars/4": "tokens"}
NOTICES = ("[gone]", "", "[{chars} chars, {bytes} bytes of {total_chars}]", "[{lines} of {total_lines}; {next_line}]")
TOOLS = ("read_file", "Read", "cat")


def limit(choose: Choices, unit: str, values: tuple[int, ...]) -> Limit:
    return Limit(choose.pick((">=", ">")), choose.pick(values), unit)


def gate(choose: Choices, unit: str, budget: bool) -> Limit:
    found = limit(choose, unit, (200, 0, 60, 700, 2000))
    return Limit(found.op, found.value, unit, "required") if budget and choose.chance(2) else found


def region(choose: Choices) -> Region:
    where = choose.pick(("outside", "all", "inside", "results"))
    if where == "all":
        return Region()
    if where == "results":
        return Region("outside", results=choose.pick((1, 0, 3)), last_batch=choose.chance(2))
    return Region(where, messages=choose.pick((2, 0, 1, 6)), results_apart=choose.chance(2))


def select(choose: Choices, kinds: tuple[tuple[str, ...], ...]) -> Select:
    tools = choose.pick(((), (), ("bash",)))
    return Select(choose.pick(kinds), (), tools, () if tools else choose.pick(((), (), ("cat",))))


def keep(choose: Choices) -> Keep:
    split = choose.pick((None, None, 0, 1, 3))
    if choose.chance(3):
        return Keep(choose.pick((0, 0, 1)), choose.pick((1, 0, 2)), "turns", split)
    return Keep(choose.pick((1, 0, 2)), choose.pick((2, 0, 1, 4, 6)), "messages")


def item_layer(choose: Choices, name: str) -> tuple[Operation, Select]:
    notice = choose.pick(NOTICES)
    if name == "clear":
        return Clear(notice), select(choose, (("tool_result",),))
    if name == "fold":
        return Fold(notice), Select(choose.pick((("text",), ("text", "thinking"))), ("assistant",))
    size = choose.pick((40, 0, 1, 7, 100)), choose.pick(("bytes", "chars", "lines"))
    picked = select(choose, (("tool_result",), ("text",), ("tool_result", "text", "thinking")))
    return Truncate(*size, choose.pick((0.5, 1.0, 0.0, 0.3)), notice), picked


def summarise(choose: Choices) -> Summarise:
    kept = keep(choose)
    return Summarise(
        keep=Keep(0, kept.last, kept.unit, kept.split_turn),
        role=choose.pick(("user", "assistant")),
        wrapper="<{summary}>{focus}{files}{changed_files}",
        focus_line=" focus {focus}",
        files_line=" files {files}",
        changed_line=" changed {changed_files}",
        acknowledgement=choose.pick(("", "yes")),
        input_limit=choose.pick((None, None, 100, 0)),
        input_notice="[{bytes}]",
        recent_files=RecentFiles(2, TOOLS, ("path",)) if choose.chance(2) else None,
        changed_files=RecentFiles(
            choose.pick((3, 0, 30)),
            TOOLS[1:],
            ("path",),
            choose.pick(("name", "recent")),
            choose.pick(("summarised", "all")),
        )
        if choose.chance(3)
        else None,
        manual=Manual(("compact",), "focus") if choose.chance(2) else None,
        previous=choose.pick(("update", "redistil", "carry")),
        order=choose.pick(("newest", "oldest")),
        item_limit=choose.pick((None, None, 30, 0)),
        item_unit=choose.pick(("chars", "bytes", "lines", "tokens")),
        item_notice=choose.pick(("", "[{chars} of {total_chars}]")),
    )


def operation(choose: Choices, name: str) -> tuple[Operation, Select]:
    if name in ("truncate", "clear", "fold"):
        return item_layer(choose, name)
    if name == "drop":
        return Drop(keep(choose)), Select()
    if name == "summarise":
        return summarise(choose), Select()
    key = choose.pick(("path", "call", "content"))
    return Dedupe(
        key, choose.pick(("newest", "oldest")), TOOLS if key == "path" else (), ("path", "file_path")
    ), Select()


OPERATIONS = ("truncate", "clear", "fold", "dedupe", "drop", "summarise")


def layer(choose: Choices, number: int, unit: str, budget: bool, started: bool) -> Layer:
    name = choose.pick(OPERATIONS)
    doing, picked = operation(choose, name)
    items = name in ("truncate", "clear", "fold")
    when = choose.pick((None, None, "always", "own")) if started else choose.pick(("always", "own"))
    return Layer(
        id=f"{name}{number}",
        operation=doing,
        when=gate(choose, unit, budget) if when == "own" else when,
        select=picked,
        region=region(choose) if items else Region(),
        over=limit(choose, choose.pick(("bytes", "chars", "lines")), (20, 0, 3, 200)) if items else None,
        enabled=not choose.chance(10),
    )


def policy(choose: Choices) -> Policy:
    """A valid policy with one to four layers."""
    count = choose.pick(tuple(METERS))
    unit = METERS[count]
    budget = Budget(choose.pick((100, 400)), 20, 5, 1) if choose.chance(3) else None
    start = gate(choose, unit, budget is not None) if not choose.chance(5) else None
    layers = [layer(choose, n, unit, budget is not None, start is not None) for n in range(1, 2 + choose.below(4))]
    return Policy(
        name="random",
        about="",
        state=choose.pick(("rewrite", "per_request", "overlay")),
        protocol=choose.pick(("mark", "repair")),
        stop=choose.pick(("never", "after_each")) if start else "never",
        meter=MeterSpec(count, unit, choose.chance(2)),
        layers=tuple(layers),
        start=start,
        refuse=limit(choose, unit, (1000, 100, 10**6)) if choose.chance(3) else None,
        budget=budget,
    )
