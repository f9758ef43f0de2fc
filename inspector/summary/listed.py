"""Which names are listed: the newest and the most often met, as many as fit, each with the messages it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from inspector.engine.summariser import SummaryPart
from inspector.summary.names import names, reach
from inspector.summary.sections import EARLIER, Entry, Section, heading
from inspector.summary.size import Measure

SHARE = 0.3
"""The part of the space that is kept for names while the lines are placed; what those leave is for names, too."""
FROM = 400
"""Tokens of a summary from which it lists names: below that, every line counts more."""
CHARACTERS, MORE = 3, 0.15
"""Characters of the newest input that are looked at for each token of the summary, and for each new name found in them:
where there are none, there is no use in looking on."""
LONGEST = 0.5
"""The part of those characters that one part counts for at most: others are looked at beside the longest."""
ENOUGH = 2
"""Tokens of the summary for each name found, from which on no more are looked for."""
WEIGHTS = {"tool_result": 0.3, "tool_use": 1.0, "text": 1.0, "thinking": 0.5, "summary": 1.0}
"""What a place counts, by the kind of its block."""
FADES = 20
"""Parts after which a place counts half."""
CARRIED = 0.25
"""What it counts that an earlier summary listed a name."""
FOCUSED = 4.0
"""How many times more a name counts that the focus asks for."""
STRETCHES, LEAST = 8, 10
"""Lines of names at most, each tells between which messages the newest places of its names are; and names of a line."""
_FRAME = "- [1000-1000] \n"
_PROTECTED = ("system", "developer")


class Names(NamedTuple):
    """The names that could be listed, the one most worth its space first.

    `newest` is the position of the newest part that holds a name; of one that only an earlier summary lists it is below 0
    and says, counted from the end, which of its lines does."""

    ranked: list[str]
    newest: dict[str, int]
    parts: Sequence[SummaryPart]
    earlier: Sequence[Entry]

    def number(self, at: int) -> str:
        """The number of the message that a part is of."""
        return self.parts[at].name.partition(".")[0]


def ranked(parts: Sequence[SummaryPart], earlier: Sequence[Entry], tokens: int, focus: Sequence[str]) -> Names:
    """The names of the newest parts and of earlier lists."""
    worth: dict[str, float] = {}
    newest: dict[str, int] = {}
    read, enough, longest = 0, tokens // ENOUGH, int(tokens * CHARACTERS * LONGEST)
    for at in range(len(parts) - 1, -1, -1):
        part = parts[at]
        if part.name == EARLIER:  # what it lists is among the earlier lists
            continue
        read += min(reach(part), longest)
        if read > tokens * (CHARACTERS + len(worth) * MORE) or len(worth) > enough:
            break
        if (weight := _weight(part) * FADES / (FADES + len(parts) - 1 - at)) > 0:
            for name in names(part):
                worth[name] = worth.get(name, 0.0) + weight
                newest.setdefault(name, at)
    for back, entry in enumerate(reversed(earlier), start=1):
        for name in entry.text.split():
            worth[name] = worth.get(name, 0.0) + CARRIED
            newest.setdefault(name, -back)
    for name in worth if focus else ():
        if any(term in name.lower() for term in focus):
            worth[name] *= FOCUSED
    by_worth = sorted(worth, key=lambda name: (-worth[name] / (4 + len(name)), name))
    return Names(by_worth, newest, parts, earlier)


def _weight(part: SummaryPart) -> float:
    if part.role in _PROTECTED or not part.name[:1].isdigit():  # an earlier summary among the parts lists its own names
        return 0.0
    return WEIGHTS.get(part.source.kind, 0.0) * (0.5 if part.author == "client" else 1.0)


def room_for(found: Names, room: int, measure: Measure) -> int:
    """What is kept for names: their share, or what all of them take."""
    most = int(room * SHARE)
    return min(most, measure(" ".join(found.ranked[:most])))


def listed(found: Names, said: Iterable[str], room: int, measure: Measure) -> list[Entry]:
    """Lines of as many names as fit into the room; what is a line by itself already is not said twice."""
    known = frozenset(said)
    fresh = [name for name in found.ranked if name not in known]
    frame = measure(heading(Section.NAMES) + "\n") + STRETCHES * measure(_FRAME)
    low, high = 0, min(len(fresh), room)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(" ".join(fresh[:middle])) <= room - frame:
            low = middle
        else:
            high = middle - 1
    return _within(found, fresh[:low], room, measure)


def _within(found: Names, chosen: list[str], room: int, measure: Measure) -> list[Entry]:
    """The lines, with fewer names where the whole takes more than its parts."""
    while chosen:
        lines = _lines(found, chosen)
        if _cost(lines, measure) <= room:
            return lines
        del chosen[-max(1, len(chosen) // 20) :]
    return []


def _cost(entries: Iterable[Entry], measure: Measure) -> int:
    return measure("\n".join([heading(Section.NAMES), *(entry.line for entry in entries), ""]))


def _lines(found: Names, chosen: Sequence[str]) -> list[Entry]:
    """The names by the messages in which they were met last, oldest first, in a few stretches."""
    new = sorted([(found.newest[name], name) for name in chosen if found.newest[name] >= 0])
    step = max(-(-len(new) // STRETCHES), LEAST)
    stretches = [new[start : start + step] for start in range(0, len(new), step)]
    fresh = [
        Entry(Section.NAMES, _span([found.number(s[0][0]), found.number(s[-1][0])]), " ".join([name for _, name in s]))
        for s in stretches
    ]
    return [*_old(found, [name for name in chosen if found.newest[name] < 0]), *fresh]


def _old(found: Names, chosen: Sequence[str]) -> Iterator[Entry]:
    """The names that only earlier summaries list, those apart whose numbers are of before the numbers began anew."""
    for mark in ("~", ""):
        of = {name: found.earlier[found.newest[name]].source for name in chosen}
        same = {name: source for name, source in of.items() if source.startswith("~") is bool(mark)}
        if same:
            numbers = [n for source in same.values() for n in source.strip("~").split("-") if n.isdigit()]
            yield Entry(Section.NAMES, mark + _span(numbers) if numbers else EARLIER, " ".join(same))


def _span(numbers: Sequence[str]) -> str:
    """The messages of a stretch, `3` or `3-9`."""
    first, last = min(numbers, key=int), max(numbers, key=int)
    return first if first == last else f"{first}-{last}"
