"""What a summarise layer must respect: its texts have the slots that they need, its input says what it limits."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.policy.errors import Loc
from inspector.policy.layers import SummariseSpec
from inspector.policy.slot_rules import Broken, unknown_slots
from inspector.policy.slots import INPUT_SLOTS, ITEM_SLOTS, SUMMARY_SLOTS, slots_of
from inspector.policy.summary_parts import InputSpec


def summary_rules(loc: Loc, layer: SummariseSpec) -> Iterator[Broken]:
    """Every rule that the layer breaks."""
    if layer.input is not None:
        yield from _input((*loc, "input"), layer.input)
    yield from _sections(loc, layer)
    yield from _assembly((*loc, "assemble"), layer)


def _assembly(way: Loc, layer: SummariseSpec) -> Iterator[Broken]:
    made = layer.assemble
    yield from unknown_slots((*way, "summary"), made.summary, SUMMARY_SLOTS)
    yield from unknown_slots((*way, "focus"), made.focus, ("focus",))
    yield from unknown_slots((*way, "files"), made.files, ("files",))
    yield from unknown_slots((*way, "changed_files"), made.changed_files, ("changed_files",))
    yield from unknown_slots((*way, "acknowledgement"), made.acknowledgement, ())
    slots = slots_of(made.summary)
    if slots.count("summary") != 1:
        yield (*way, "summary"), "must hold the slot {summary} once"
    for name, text, source, wanted in (
        ("focus", made.focus, "manual", layer.manual),
        ("files", made.files, "recent_files", layer.recent_files),
        ("changed_files", made.changed_files, "changed_files", layer.changed_files),
    ):
        if (name in slots) != bool(text):
            yield (*way, name), f"the slot {{{name}}} of assemble.summary and the text assemble.{name} go together"
        if wanted is not None and not text:
            yield (*way, name), f"is missing: {source} is there, and this text says where it goes"


def _input(way: Loc, given: InputSpec) -> Iterator[Broken]:
    yield from unknown_slots((*way, "notice"), given.notice, INPUT_SLOTS)
    if given.max is None and given.per_item is None:
        yield way, "limits nothing: write max: (bytes in all) or per_item: (a limit for each block), or leave input out"
    for name, value in (("notice", given.notice), ("keep", given.keep)):
        if given.max is None and value:
            yield (*way, name), f"goes with a limit for the whole input: write max: beside it, or leave {name} out"
    if given.per_item is not None:
        yield from unknown_slots((*way, "per_item", "notice"), given.per_item.notice, ITEM_SLOTS)


def _sections(loc: Loc, layer: SummariseSpec) -> Iterator[Broken]:
    seen: dict[str, int] = {}
    own = (
        *(((*loc, "sections", at), section) for at, section in enumerate(layer.sections)),
        *(((*loc, "split_sections", at), section) for at, section in enumerate(layer.split_sections)),
    )
    for at, (way, section) in enumerate(own):
        title = section.title.casefold()
        if title in seen:
            yield (*way, "title"), f"section {seen[title] + 1} has the same heading; give each its own"
        seen.setdefault(title, at)
        if len(set(section.kinds)) < len(section.kinds):
            yield (*way, "kinds"), "names a kind twice; once is enough"
