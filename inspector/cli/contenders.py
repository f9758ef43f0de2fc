"""Who is to be compared, as it is typed: `NAME|FILE[:KNOB=VALUE,…][,summariser=SPEC]`, and `--set [A|NAME:]KNOB=VALUE`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.errors import BadUse
from inspector.cli.names import RECORDED
from inspector.cli.session import Asked, chosen_spec, open_policy, open_summariser

if TYPE_CHECKING:
    from inspector.analysis.compare.contender import Contender
    from inspector.policy.model import Policy
    from inspector.transcript.model import Transcript

_SETTINGS = re.compile(r"(?P<name>.+?):(?P<settings>[A-Za-z_]\w*=.*)", re.S)
"""A colon that a setting follows; any other belongs to the name of a file."""
_BETWEEN = re.compile(r",(?=\s*[A-Za-z_]\w*=)")
"""A comma that another setting follows; any other groups the digits of a number."""
_WRITER = ("summariser", "summarizer")


@dataclass(frozen=True, slots=True)
class Typed:
    """One `--policy`, taken apart. `writer` is "" where none was named for it alone."""

    text: str
    name: str
    knobs: Mapping[str, int] = field(default_factory=dict)
    writer: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """One `--set`, taken apart. `whose` is a letter or a policy's name; "" is every policy that has the knob."""

    text: str
    whose: str
    knob: str
    value: int


def typed(text: str) -> Typed:
    """Take a `--policy` apart. Raises `BadUse`."""
    found = None if not text or Path(text).exists() else _SETTINGS.fullmatch(text)
    if found is None:
        return Typed(text, text)
    knobs, writer = found["settings"], ""
    for word in _WRITER:
        at = re.search(rf"(?:^|,)\s*{word}=", knobs)
        if at is not None:
            knobs, writer = knobs[: at.start()], knobs[at.end() :].strip()
            _known(text, word, writer)
    each = [_knob(f"--policy {text}", part) for part in _BETWEEN.split(knobs) if part.strip()]
    return Typed(text, found["name"], dict(each), writer)


def _known(text: str, word: str, writer: str) -> None:
    """Raises `BadUse` for a name that means no summariser."""
    from inspector.cli.names import POLICYS
    from inspector.summary.registry import UnknownSummariser, parse

    if not writer:
        raise BadUse(f"--policy {text}: write who is to write behind '{word}='.")
    try:
        parse(writer if writer != POLICYS else "extractive", also=(POLICYS,))
    except UnknownSummariser as error:
        last = f" {word}= comes last: everything behind it is its name." if "," in writer else ""
        raise BadUse(f"--policy {text}: {error}{last}") from None


def setting(text: str) -> Setting:
    """Take a `--set` apart. Raises `BadUse`."""
    head, colon, rest = text.rpartition(":") if ":" in text.partition("=")[0] else ("", "", text)
    knob, value = _knob(f"--set {text}", rest)
    if colon and not head.strip():
        raise BadUse(f"--set {text}: nothing stands before the colon. Write A:KNOB=VALUE, or KNOB=VALUE for all.")
    return Setting(text, head.strip(), knob, value)


def _knob(where: str, text: str) -> tuple[str, int]:
    name, equals, number = text.partition("=")
    try:
        return name.strip(), int(number.replace(",", "_"))
    except ValueError:
        wrong = f"{number!r} is no whole number" if equals and name.strip() else "there is no KNOB=VALUE"
        raise BadUse(f"{where}: {wrong}. Write it as in soft_threshold=60000.") from None


def open_contenders(
    asked: Asked, policies: Sequence[str], settings: Sequence[str], transcript: Transcript
) -> list[Contender]:
    """The contenders in order, the recorded view first. Without `policies` the presets. Raises `BadUse`."""
    from inspector.analysis.compare.contender import LETTERS, lettered
    from inspector.policy import preset_names

    wanted = [each for each in map(typed, policies or preset_names()) if not _is_recorded(each)]
    if len(wanted) > len(LETTERS):
        raise BadUse(f"{len(LETTERS)} policies can be compared at once; there are {len(wanted)}.")
    opened = [(each, _opened(each, asked.model)) for each in wanted]
    turned = _with_settings(opened, [setting(each) for each in settings])
    found = [_contender(asked, each, policy, transcript) for each, policy in turned]
    named = lettered(found)
    _all_different(named)
    return named


def _is_recorded(each: Typed) -> bool:
    if each.name != RECORDED:
        return False
    if each.knobs or each.writer:
        raise BadUse("the recorded view has no knobs to set, and no summariser. It is always compared.")
    return True


def _opened(each: Typed, model: str) -> Policy:
    policy = open_policy(each.name, model=model)
    assert policy is not None
    return _turned(policy, each.knobs, f"--policy {each.text}")


def _turned(policy: Policy, knobs: Mapping[str, int], where: str) -> Policy:
    from inspector.policy import PolicyError

    try:
        return policy.with_knobs(**knobs) if knobs else policy
    except PolicyError as error:
        fault = error.faults[0]
        raise BadUse(f"{where}: {': '.join(part for part in (fault.field, fault.text) if part)}") from None


def _with_settings(opened: list[tuple[Typed, Policy]], settings: Sequence[Setting]) -> list[tuple[Typed, Policy]]:
    """The policies with what `--set` turns. Raises `BadUse` for one that is about nobody."""
    from inspector.analysis.compare.contender import LETTERS

    found = list(opened)
    for each in settings:
        places = [
            at
            for at, (_, policy) in enumerate(found)
            if each.whose in ("", LETTERS[at], policy.name, found[at][0].name)
            and (each.whose or each.knob in policy.values)
        ]
        if not places:
            raise BadUse(f"--set {each.text}: {_nobody(each, found)}")
        for at in places:
            one, policy = found[at]
            found[at] = (one, _turned(policy, {each.knob: each.value}, f"--set {each.text}"))
    return found


def _nobody(each: Setting, found: list[tuple[Typed, Policy]]) -> str:
    from inspector.analysis.compare.contender import LETTERS
    from inspector.cli.errors import did_you_mean

    if each.whose:
        names = ", ".join(f"{letter} {policy.name}" for letter, (_, policy) in zip(LETTERS, found, strict=False))
        return f"{each.whose!r} is none of the contenders. There is {names or 'only the recorded view'}."
    knobs = sorted({knob for _, policy in found for knob in policy.values})
    return (
        f"no policy has the knob {each.knob!r}.{did_you_mean(each.knob, knobs)} There is {', '.join(knobs) or 'none'}."
    )


def _contender(asked: Asked, each: Typed, policy: Policy, transcript: Transcript) -> Contender:
    from inspector.analysis.compare.contender import Contender

    own = replace(asked, summariser=each.writer or asked.summariser)
    writer = chosen_spec(own, policy) if each.writer else ""
    return Contender(policy, open_summariser(own, transcript, policy), writer)


def _all_different(named: Sequence[Contender]) -> None:
    for one, other in _alike(named):
        raise BadUse(
            f"{other.letter} is the same as {one.letter}: {one.title}.\n"
            f"Set them apart: --policy {other.name}:KNOB=VALUE, or --set {other.letter}:KNOB=VALUE."
        )


def _alike(named: Sequence[Contender]) -> Iterator[tuple[Contender, Contender]]:
    return ((one, other) for one, other in combinations(named, 2) if one.same(other))
