"""What must be kept: a fact, from when on, and where. Read from a YAML file that is taken strictly.

facts:
  - text: the port is 7431
  - pattern: ticket [A-Z]+-\\d+
    from: turn 3          # or: request 12; without it, from the first request on whose history holds it
    in: anywhere          # or view, which is meant without it
  - message: 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal, NamedTuple

from inspector.analysis.why.facts import LONGEST, BadFact, Fact, message_fact, text_fact
from inspector.policy.errors import Fault, PolicyError, did_you_mean
from inspector.policy.parse import MAX_BYTES, Tree, parse

Where = Literal["view", "anywhere"]
"""`view`: word for word in what is sent (messages, summaries, durable state); `anywhere`: also behind a pointer in it."""
FORMS = ("text", "pattern", "message")
FIELDS = (*FORMS, "from", "in")
MOST = 1_000
"""Facts of one file."""
_SINCE = re.compile(r"(turn|request) +([1-9][0-9]{0,9})")
_SLASHED = re.compile(r"/.+/i?", re.S)


class FactsError(ValueError):
    """A file of facts that cannot be used; one line a fault: `file:line: field: what`."""


class Since(NamedTuple):
    """From which turn or request on (from 1)."""

    unit: Literal["turn", "request"]
    number: int

    def __str__(self) -> str:
        return f"{self.unit} {self.number}"


@dataclass(frozen=True, slots=True)
class MustKeep:
    """A fact that every view must hold. `line` is where the file says so; `since` None: from its first request on."""

    fact: Fact
    since: Since | None = None
    where: Where = "view"
    line: int = 0


def load_facts(path: str | PathLike[str]) -> tuple[MustKeep, ...]:
    """The facts of a file. Raises `FactsError` with every fault, its line and field, and OSError."""
    with Path(path).open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    try:
        return read_facts(data.decode("utf-8-sig"), str(path))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FactsError(f"{path}:{line}: is no UTF-8 text; save the file as UTF-8") from None


def read_facts(text: str, origin: str = "facts") -> tuple[MustKeep, ...]:
    """The facts that a YAML text lists. Raises `FactsError`."""
    if not text.strip():
        raise FactsError(f"{origin}:1: the file is empty; it starts with facts:")
    try:
        tree = parse(text, origin)
    except PolicyError as error:  # the same YAML as a policy's, under the same bounds
        raise FactsError(str(error).replace("a policy", "a list of facts")) from None
    faults: list[Fault] = []
    found = list(_listed(tree, faults))
    if faults:
        raise FactsError(str(PolicyError(faults, origin)))
    return tuple(found)


def _listed(tree: Tree, faults: list[Fault]) -> Iterator[MustKeep]:
    data = tree.data
    if not isinstance(data, dict) or not isinstance(data.get("facts"), list):
        faults.append(Fault(1, "facts", "must be a list of facts: - text: … | - pattern: … | - message: N"))
        return
    for name in data:
        if name != "facts":
            faults.append(Fault(tree.line((name,)), name, f"no such field here{did_you_mean(name, ('facts',))}"))
    if not data["facts"] or len(data["facts"]) > MOST:
        faults.append(
            Fault(tree.line(("facts",)), "facts", f"must list 1 to {MOST:,} facts, not {len(data['facts']):,}")
        )
        return
    for at, item in enumerate(data["facts"]):
        one = _Reading(tree, at, faults).read(item)
        if one is not None:
            yield one


class _Reading(NamedTuple):
    """One item of the list, and where its faults go."""

    tree: Tree
    at: int
    faults: list[Fault]

    def read(self, item: object) -> MustKeep | None:
        before = len(self.faults)
        if not isinstance(item, dict):
            self._fault("", "must be a mapping: text: …, pattern: … or message: N")
            return None
        for name in item:
            if name not in FIELDS:
                self._fault(name, f"no such field here{did_you_mean(name, FIELDS)}; known: {', '.join(FIELDS)}")
        fact, since, where = self._fact(item), self._since(item), self._where(item)
        if fact is None or len(self.faults) > before:
            return None
        return MustKeep(fact, since, where, self.tree.line(("facts", self.at)))

    def _fault(self, field: str, text: str) -> None:
        loc = ("facts", self.at, field) if field else ("facts", self.at)
        name = f"facts[{self.at + 1}]" + (f".{field[:60]}" if field else "")
        self.faults.append(Fault(self.tree.line(loc), name, text))

    def _fact(self, item: Mapping[str, object]) -> Fact | None:
        given = [form for form in FORMS if form in item]
        if len(given) != 1:
            self._fault("", "needs exactly one of text, pattern and message")
            return None
        value = item[given[0]]
        try:
            return _number(value) if given[0] == "message" else _words(given[0], value)
        except BadFact as error:
            self._fault(given[0], str(error))
            return None

    def _since(self, item: Mapping[str, object]) -> Since | None:
        if "from" not in item:
            return None
        found = _SINCE.fullmatch(str(item["from"]))
        if found is None:
            self._fault("from", "must be turn N or request N, counted from 1")
            return None
        return Since("turn" if found[1] == "turn" else "request", int(found[2]))

    def _where(self, item: Mapping[str, object]) -> Where:
        value = item.get("in", "view")
        if value not in ("view", "anywhere"):
            self._fault("in", "must be view or anywhere")
        return "anywhere" if value == "anywhere" else "view"


def _number(value: object) -> Fact:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadFact("must be the number of a message, from 1")
    return message_fact(value)


def _words(form: str, value: object) -> Fact:
    """A text is taken as it stands, slashes and all; numbers are words too. A pattern may stand between slashes."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadFact("must be words; put them in quotes")
    text = str(value)
    if form == "pattern":
        return text_fact(text if _SLASHED.fullmatch(text) else f"/{text}/")
    if not text.strip():
        raise BadFact("is empty: give words that stand in the session")
    if len(text) > LONGEST:
        raise BadFact(f"has {LONGEST:,} characters at the most: this one has {len(text):,}")
    return Fact(text)
