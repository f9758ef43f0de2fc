"""Breaches made ready to be told: by rule, with what the policy did to bring it about and the few messages that show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.analysis.sendable.breach import Breach
from inspector.analysis.sendable.drawn import drawn_whole
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.session import Found, Sendable, merged
from inspector.analysis.sendable.shrink import shrunk
from inspector.engine.plan import Plan
from inspector.engine.replay import Replay
from inspector.engine.view import ViewMessage


@dataclass(frozen=True, eq=False)
class Told:
    """A rule that views break: the breaches in order, the first one's cause and the messages of its view that show it.

    `positions` are those of `messages` in the view (from 0). `requests`: how many views break the rule anywhere.
    """

    found: tuple[Found, ...]
    cause: str
    positions: tuple[int, ...]
    messages: tuple[ViewMessage, ...]

    @property
    def breach(self) -> Breach:
        """The first one."""
        return self.found[0].breach

    @property
    def first(self) -> int:
        """The first request (from 1) whose view breaks the rule."""
        return self.found[0].first

    @property
    def requests(self) -> int:
        """How many views break it."""
        runs = merged(run for each in self.found for run in each.runs)
        return sum(last - first + 1 for first, last in runs)


def told(replay: Replay, result: Sendable) -> tuple[Told, ...]:
    """What was found, a rule at a time: what is refused first, then by the first request."""
    if result.provider is None:
        return ()
    groups: dict[tuple[str, str], list[Found]] = {}
    for each in result.found:
        groups.setdefault((each.breach.severity, each.breach.rule), []).append(each)
    facts = Facts(replay.transcript, result.provider)
    found = [_told(replay, facts, each) for each in groups.values()]
    return tuple(sorted(found, key=lambda one: (one.breach.severity, one.first, one.breach.rule)))


def _told(replay: Replay, facts: Facts, found: list[Found]) -> Told:
    first = found[0]
    view = replay.view(first.first)
    positions = shrunk(view, facts, first.breach)
    why = cause(replay, facts, first.breach, first.first)
    return Told(tuple(found), why, positions, tuple(view.messages[at] for at in positions))


def cause(replay: Replay, facts: Facts, breach: Breach, request: int) -> str:
    """What the policy did to bring a breach about, in a few words; empty where it did nothing to its blocks."""
    plan = replay.plan(request)
    if not breach.blocks:
        return _of_made(replay, breach, request)
    block = breach.blocks[0]
    if breach.rule == "thinking-prefix":
        return _changed_before(replay, facts, block, plan)
    if breach.rule in ("answered", "known"):
        return _of_partner(facts, block, plan)
    state = plan.state(block)
    name = facts.structure.name(block)
    return f"{name} {state.fate} by {state.layer}" if state.layer else _first_gone(facts, breach, plan)


def _of_partner(facts: Facts, block: int, plan: Plan) -> str:
    partner = facts.structure.partner[block]
    other = "call" if facts.parts[block].kind == "tool_result" else "result"
    if partner < 0:
        return f"the record has no {other} for it"
    name, state = facts.structure.name(partner), plan.state(partner) if partner < plan.end else None
    if state is None:
        return f"its {other} {name} comes later"
    if state.gone:
        return f"its {other} {name} {state.fate}{f' by {state.layer}' if state.layer else ''}"
    return f"its {other} {name} stands elsewhere in the view"


def _of_made(replay: Replay, breach: Breach, request: int) -> str:
    made = [message.made for message in replay.view(request).messages[: max(breach.messages, default=-1) + 1]]
    found = next((each for each in reversed(made) if each is not None), None)
    return f"{found.layer} puts its {found.kind} there, as the {found.role}'s" if found is not None else ""


def _first_gone(facts: Facts, breach: Breach, plan: Plan) -> str:
    """Which layer took the messages before the first one."""
    if breach.rule not in ("first-user", "alternation"):
        return ""
    cut = next((plan.state(block) for block in range(breach.blocks[0] - 1, -1, -1) if not plan.live(block)), None)
    return f"what stood before it {cut.fate} by {cut.layer}" if cut is not None and cut.layer else ""


def _changed_before(replay: Replay, facts: Facts, thinking: int, plan: Plan) -> str:
    """The first thing before thinking that is not what it was when the reply was made."""
    request = facts.replies.get(facts.structure.owner[thinking])
    if request is None:
        return ""
    before, now = drawn_whole(replay.plan(request), facts), drawn_whole(plan, facts)
    for one, other in zip(before, now, strict=False):
        if one.content != other.content:
            return _in_words(facts, plan, (*one.content, *other.content), one.origin)
    return f"request {request:,}, which it answers, had another view"


def _in_words(facts: Facts, plan: Plan, content: Iterable[object], message: int) -> str:
    """The first block of a message that is in another form or gone, and by which layer."""
    for each in content:
        block = each[0] if isinstance(each, tuple) else each
        state = plan.state(block) if isinstance(block, int) else None
        if isinstance(block, int) and state is not None and state.layer:
            return f"{facts.structure.name(block)} before it {state.fate} by {state.layer}"
    return f"message {message + 1:,} before it is another" if message >= 0 else "a made-up message before it is another"
