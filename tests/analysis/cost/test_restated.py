"""The twin beside a restatement that knows no plans: views as bytes, entries as the bytes of their prefixes."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from inspector.analysis.cost.caching import LOOKBACK, Caching, Marks
from inspector.analysis.cost.clock import starts
from inspector.analysis.cost.twin import models, twin
from inspector.analysis.measured import Measured
from inspector.engine import Replay, View
from inspector.policy import load_policy
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript
from tests.analysis.cost.sessions import timed
from tests.analysis.measured.test_restated import SMALL
from tests.analysis.measured.written import first_difference, sizes, written
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.policies import policy
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling

Case = tuple[Policy, Transcript, str, Caching]
MARKS = (Marks(), Marks(True, 2), Marks(False, 1), Marks(True, 3), Marks(True, 0), Marks(False, 0))


def case(choose: Choices) -> Case:
    name = choose.pick((*SMALL, ""))
    rules = load_policy(name).with_knobs(**SMALL[name]) if name else policy(choose)
    gaps = [choose.pick((1.0, 40.0, 280.0, 301.0, 0.0)) for _ in range(5)]
    named = [choose.pick(("model-a", "model-a", "model-b")) for _ in range(3)]
    transcript = timed(load_messages(either_form(choose)), gaps, named)
    caching = Caching(choose.pick(MARKS), choose.pick((300, 60, None)), choose.pick((0, 20, 120)))
    return rules, transcript, choose.pick(MODES), caching


class Bytes:
    """The cache as a table of prefixes, by model: the bytes, their tokens, and when they expire."""

    def __init__(self, caching: Caching) -> None:
        self.caching = caching
        self.held: dict[tuple[str, bytes], tuple[int, float | None]] = {}

    def send(self, model: str, at: float | None, view: View, weights: list[int]) -> tuple[int, int, int]:
        """read, write, fresh."""
        data, ends = written(view)
        ends = [0, *ends]
        tokens = [sum(weights[:blocks]) for blocks in range(len(ends))]
        self.held = {k: v for k, v in self.held.items() if data.startswith(k[1])}
        alive = {
            k[1]: v[0]
            for k, v in self.held.items()
            if k[0] == model and not (v[1] is not None and at is not None and v[1] < at) and v[0] >= self.least
        }
        marks = self.marks(view)
        near = {block for mark in marks for block in range(max(0, mark - LOOKBACK), mark + 1)}
        hits = [(alive[data[: ends[b]]], b) for b in near if data[: ends[b]] in alive]
        read, depth = max(hits, key=lambda hit: hit[1], default=(0, -1))
        end = tokens[max(marks)] if marks else 0
        write = max(end - read, 0) if end >= self.least else 0
        until = None if self.caching.ttl is None or at is None else at + self.caching.ttl
        for block in range(depth + 1):
            if data[: ends[block]] in alive:
                self.held[model, data[: ends[block]]] = (alive[data[: ends[block]]], until)
        for mark in marks:
            if mark > depth and tokens[mark] >= self.least:
                self.held[model, data[: ends[mark]]] = (tokens[mark], until)
        return read, write, tokens[-1] - read - write

    @property
    def least(self) -> int:
        return self.caching.minimum or 0

    def marks(self, view: View) -> list[int]:
        """Blocks before each mark."""
        messages = [message for message in view.messages if message.blocks]
        ends = [sum(len(m.blocks) for m in messages[: i + 1]) for i in range(len(messages))]
        out = [0 if not ends else ends[-1]] if self.caching.marks.last else []
        others = [
            e for m, e in zip(messages[:-1], ends, strict=False) if m.role not in ("assistant", "system", "developer")
        ]
        out += others[-(self.caching.marks.last - 1) :] if self.caching.marks.last > 1 else []
        if self.caching.marks.fixed:
            systems = 0
            while systems < len(messages) and messages[systems].role in ("system", "developer"):
                systems += 1
            out.append(ends[systems - 1] if systems else 0)
        return sorted(set(out))


class Automatic:
    """A cache without marks: of the last prompt of each model that was long enough, what is left in common with every view."""

    def __init__(self, caching: Caching) -> None:
        self.caching = caching
        self.held: dict[str, tuple[bytes, float | None]] = {}

    def send(self, model: str, at: float | None, view: View, weights: list[int]) -> tuple[int, int, int]:
        """read, write, fresh."""
        data, ends = written(view)
        self.held = {name: (data[: first_difference(old, data)], until) for name, (old, until) in self.held.items()}
        old, until = self.held.get(model, (b"", None))
        alive = until is None or at is None or at <= until
        common = sum(weights[: sum(1 for end in ends if end <= len(old))]) // 128 * 128
        least, whole = self.caching.minimum or 0, sum(weights)
        read = common if alive and common >= least else 0
        if whole >= least:
            self.held[model] = data, None if self.caching.ttl is None or at is None else at + self.caching.ttl
        elif read and at is not None and self.caching.ttl is not None:
            self.held[model] = old, at + self.caching.ttl
        return read, (whole - read if whole >= least else 0), (0 if whole >= least else whole - read)


def automatic_case(choose: Choices) -> Case:
    rules, transcript, mode, caching = case(choose)
    return rules, transcript, mode, Caching(Marks(False, 0, True), caching.ttl, choose.pick((0, 128, 300)))


@examples(200)
@given(cases(automatic_case))
def test_a_cache_without_marks_is_what_the_bytes_say(given_case: Case) -> None:
    agree(given_case, Automatic(given_case[3]))


@examples(250)
@given(cases(case))
def test_the_twin_is_what_the_bytes_say(given_case: Case) -> None:
    agree(given_case, Bytes(given_case[3]))


def agree(given_case: Case, cache: Bytes | Automatic) -> None:
    """Every request of a replay is split as the cache of bytes splits it."""
    rules, transcript, mode, caching = given_case
    replay = Replay(transcript, rules, Telling(mode))
    found = twin(replay, caching)
    counter = Measured(transcript).counter
    times, names = starts(transcript), models(transcript)
    before: bytes | None = None
    for row in found.rows:
        view, plan = replay.view(row.request), replay.plan(row.request)
        if view.error is not None:
            assert not row.sent
            assert row.prompt == row.output == 0
            continue
        weights = sizes(view, plan, counter)
        scaled = [round(found.tokens.scale * sum(weights[:n])) for n in range(len(weights) + 1)]
        steps = [after - earlier for earlier, after in pairwise(scaled)]
        expected = cache.send(names[row.request - 1], times[row.request - 1], view, steps)
        assert (row.read, row.write, row.fresh) == expected
        assert row.prompt == scaled[-1]
        data, _ = written(view)
        grown = before is not None and first_difference(before, data) == len(before)
        assert (row.missed == "changed") <= (not grown)
        before = data
