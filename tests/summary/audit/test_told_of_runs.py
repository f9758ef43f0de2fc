"""What any writer could tell of the runs of a session, and the same with another ending: one is true, the other is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit import Source, audit
from tests.summary.corpus.cases import HERE, cases
from tests.summary.corpus.measure import source

SESSIONS = ("bus-delays", "node-paywebhook", "recipe-fts", "museum-terms", "clickhouse-move", "metal-grain")
LEAST, MOST = 0.95, 0.01
_CALL = re.compile(
    r"@bash (?P<command>[^\n]+)\n@(?:result|failed|killed)\n(?P<output>[^@]*?)^exit code: (?P<code>\d+)$", re.M
)
_SCRIPT = re.compile(r"(?:^|[ /])(?P<name>[\w-]+\.(?:py|sh))(?![\w/])")
_CHAINED = re.compile(r"&&|;|\||^(?:git|cat|ls|sed|grep|rm|cp|mv|head|tail|find|echo)\b")
_LINE = re.compile(r"[A-Za-z][^\n\"?`]{10,60}[^\n.\"?`]")
_FAULT = re.compile(r"fail|error|not found|denied|expected|remains|differ|mismatch|missing", re.I)


class Told(NamedTuple):
    """A run of a script: how often that was run before and with which codes at all, and a line that only this run printed."""

    name: str
    at: int
    codes: tuple[int, ...]
    line: str

    @property
    def code(self) -> int:
        return self.codes[self.at]


def test_what_is_told_of_runs_is_true_or_found() -> None:
    pairs = [
        (name, *pair) for name in SESSIONS for run in _runs(name) for pair in (*_badly(run), *_well(run), *_turns(run))
    ]
    record = {each.name: source(each) for each in cases("check") if each.name in SESSIONS}
    accused = [true for name, true, _ in pairs if _is_reversed(record[name], true)]
    missed = [false for name, _, false in pairs if not _is_reversed(record[name], false)]
    assert len(pairs) > 50
    assert len(accused) <= MOST * len(pairs), accused
    assert len(missed) <= (1 - LEAST) * len(pairs), missed


def _is_reversed(record: Source, text: str) -> bool:
    return any(each.kind == "reversed status" for each in audit(record, text).findings)


def _runs(session: str) -> Iterator[Told]:
    text = (HERE / "check" / f"{session}.session").read_text(encoding="utf-8")
    calls = list(_CALL.finditer(text))
    plain = [(found["name"], call) for call in calls if (found := _script(call["command"]))]
    for name in dict.fromkeys(name for name, _ in plain):
        runs = [call for each, call in plain if each == name]
        whole = [call for call in calls if name in call["command"]]
        for at, run in enumerate(runs if len(whole) == len(runs) else ()):
            others = "".join(each["output"] for each in runs if each is not run)
            lines = [line for line in _LINE.findall(run["output"]) if line not in others]
            fitting = [line for line in lines if bool(_FAULT.search(line)) == (run["code"] != "0")]
            yield Told(name, at, tuple(int(each["code"]) for each in runs), next(iter(fitting), ""))


def _script(command: str) -> re.Match[str] | None:
    return None if _CHAINED.search(command) else _SCRIPT.search(command)


def _badly(run: Told) -> Iterator[tuple[str, str]]:
    """What is told of a run that failed, with its line."""
    name, code, line = run.name, run.code, run.line
    if code and line:
        yield f"{name} failed with exit code {code}: {line}.", f"{name} ended with exit code 0: {line}."
        yield f'{name} ended with "{line}", exit code {code}.', f'{name} ended with "{line}", exit code 0.'
        yield f"{name} failed, because {line}.", f"{name} passed, because {line}."
        yield f"- {name}: failed ({line})", f"- {name}: passed ({line})"
        yield f"{name} 失败，退出码 {code}：{line}", f"{name} 成功，退出码 {code}：{line}"


def _well(run: Told) -> Iterator[tuple[str, str]]:
    """What is told of a run that succeeded, with its line or alone."""
    name, line = run.name, run.line
    if run.code == 0 and line:
        yield f"{name} passed: {line}.", f"{name} failed: {line}."
        yield f"- {name}: passed ({line})", f"- {name}: failed ({line})"
    if not any(run.codes):
        yield f"{name} ended with exit code 0.", f"{name} ended with exit code 1."


def _turns(run: Told) -> Iterator[tuple[str, str]]:
    """What is told of the first run that failed, and of the second that did not."""
    if len(run.codes) == 2 and run.at == 0 and run.code and not run.codes[1]:
        name = run.name
        yield f"{name} passed after it had failed.", f"{name} failed after it had failed."
        yield f"{name} failed at first and later passed.", f"{name} passed at first and later passed."
        yield f"The second {name} succeeded.", f"The second {name} failed."
        yield f"{name} 第一次失败，第二次通过。", f"{name} 第一次通过，第二次通过。"
