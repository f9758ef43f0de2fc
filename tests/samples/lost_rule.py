"""A Claude Code-style session: the rule of the first message is missing in the recorded summary, and is broken after it."""

from __future__ import annotations

import random

from tests.samples.claude_code import Session
from tests.samples.parsers import (
    FORMATS,
    NEW_READ,
    NEW_YIELD,
    OLD_READ,
    OLD_YIELD,
    Format,
    example_log,
    parser,
    parser_tests,
)

SEED = 39

TASK = """harbour reads eight log formats. I need two things: every parser's read() gets a `since` argument that leaves out older \
records, and after that one module harbour/severity.py that turns each format's own words into our five levels.

One rule for all of it: the gateways still run Python 3.9. No match statements, no `X | Y` types that are evaluated, no \
dataclass(slots=True). Your machine has 3.12, so the tests here will not tell you; the py39 job runs only at night."""

SUMMARY = """This conversation goes on from an earlier part that was compacted. What came before:

1. Goal: give every parser of harbour a `since` argument in read(), then write harbour/severity.py that maps each format's words \
for severity to the five levels critical, error, warning, info, debug.
2. Done: syslog, journal, nginx, jsonl, kernel, csvlog, gelf and audit have `since`; each has a test for it; 64 tests pass.
3. Findings: records without a time are kept whatever `since` says; kernel times count from boot and are compared after \
harbour.clock has moved them; csvlog has a head line that counts as skipped.
4. Files changed: harbour/parsers/*.py, tests/test_*.py.
5. Open: harbour/severity.py with tests, the option --since of the command line, an entry in CHANGES.md.
6. Style of the project: type hints everywhere, short functions, a docstring that says why."""

SEVERITY = '''"""One scale for all formats: five levels, from each format's own words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Severity:
    """A level and the word it came from."""

    level: str
    word: str


Found = Severity | None


def severity(source: str, word: str) -> Found:
    """The level of a word, or None when the format does not know it."""
    match source, word:
        case ("syslog" | "nginx", "emerg" | "alert" | "crit"):
            return Severity("critical", word)
        case ("syslog" | "nginx", "err" | "error"):
            return Severity("error", word)
        case ("csvlog", "SEVERE" | "MAJOR"):
            return Severity("error", word)
        case ("audit", "failed" | "denied" | "no"):
            return Severity("warning", word)
        case ("jsonl", level):
            return Severity({"fatal": "critical", "warn": "warning"}.get(level, level), word)
        case ("journal" | "kernel" | "gelf", number) if number.isdigit():
            return Severity(("critical", "critical", "critical", "error", "warning", "info", "info", "debug")[int(number)], word)
        case _:
            return None
'''

FIXED = '''"""One scale for all formats: five levels, from each format's own words. Runs on Python 3.9."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

NUMBERS = ("critical", "critical", "critical", "error", "warning", "info", "info", "debug")
WORDS = {
    "syslog": {"emerg": "critical", "alert": "critical", "crit": "critical", "err": "error", "warning": "warning"},
    "nginx": {"emerg": "critical", "alert": "critical", "error": "error", "warn": "warning", "notice": "info"},
    "csvlog": {"SEVERE": "error", "MAJOR": "error", "MINOR": "warning", "WARNING": "warning", "CLEAR": "info"},
    "audit": {"failed": "warning", "denied": "warning", "no": "warning", "unset": "info", "success": "info"},
    "jsonl": {"fatal": "critical", "error": "error", "warn": "warning", "info": "info", "debug": "debug"},
}


@dataclass(frozen=True)
class Severity:
    """A level and the word it came from."""

    level: str
    word: str


def severity(source: str, word: str) -> Optional[Severity]:
    """The level of a word, or None when the format does not know it."""
    if source in ("journal", "kernel", "gelf") and word.isdigit():
        return Severity(NUMBERS[int(word)], word)
    level = WORDS.get(source, {}).get(word)
    return Severity(level, word) if level else None
'''

NIGHT = """py39: python 3.9.18 on gw-build.example.com
collected 0 items / 1 error
==================================== ERRORS ====================================
_________________ ERROR collecting tests/test_severity.py _________________
  File "/build/harbour/harbour/severity.py", line 21
    match source, word:
          ^
SyntaxError: invalid syntax
=========================== short test summary info ============================
ERROR tests/test_severity.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!"""


class Tree:
    """The files of the project while the session changes them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.files = {f"harbour/parsers/{form.name}.py": parser(form, rng) for form in FORMATS}
        self.files |= {f"tests/test_{form.name}.py": parser_tests(form, rng) for form in FORMATS}

    def numbered(self, path: str) -> str:
        """A file as the read tool shows it."""
        rows = self.files[path].rstrip("\n").split("\n")
        return "\n".join(f"{number:>6}→{row}" for number, row in enumerate(rows, start=1))

    def passed(self, count: int) -> str:
        dots = "." * count
        rows = "\n".join(dots[at : at + 72] for at in range(0, count, 72))
        return f"{rows}\n{count} passed in {self.rng.randrange(30, 140) / 100:.2f}s"


def test_of_since(form: Format) -> str:
    name = form.name.title()
    return (
        f"\n\ndef test_since_leaves_out_older():\n    later = datetime(2030, 1, 1)\n"
        f"    assert [r for r in {name}Parser().read(iter([EXAMPLE]), since=later) if r.time] == []\n"
    )


def one_parser(work: Session, tree: Tree, form: Format, number: int) -> None:
    """`since` for one format: read, look at a real log, change, test."""
    path, tests, log = f"harbour/parsers/{form.name}.py", f"tests/test_{form.name}.py", f"examples/{form.name}.log"
    reads = [(work.call("Read", file_path=at), tree.numbered(at)) for at in (path, tests)]
    work.work(*reads, text=f"Number {number}: {form.name}.", woven=number % 3 == 0)
    work.work(
        (
            work.call("Bash", command=f"head -n 40 {log}", description="Look at a real log"),
            example_log(form, tree.rng, 40),
        )
    )
    edits = []
    for old, new in ((OLD_READ, NEW_READ), (OLD_YIELD, NEW_YIELD)):
        tree.files[path] = tree.files[path].replace(old, new)
        edits.append((work.call("Edit", file_path=path, old_string=old, new_string=new), f"{path} has been updated."))
    work.work(*edits)
    old = f'        {form.name.title()}Parser(strict=True).parse("~~~")\n'
    tree.files[tests] = tree.files[tests].replace(old, old + test_of_since(form))
    work.work(
        (
            work.call("Edit", file_path=tests, old_string=old, new_string=old + test_of_since(form)),
            f"{tests} has been updated.",
        )
    )
    run = work.call("Bash", command=f"python -m pytest -q {tests}", description=f"Test the {form.name} parser")
    work.slow(run, tree.passed(9))


def before_compaction(work: Session, tree: Tree) -> None:
    work.snapshot()
    work.prompt(TASK, 3.0)
    work.work(
        (
            work.call("Bash", command="ls harbour harbour/parsers tests examples", description="Look around"),
            "\n".join(tree.files),
        ),
        thinking="Eight parsers with the same shape. One at a time, then the module. I must keep to 3.9.",
        text="Eight parsers, one after the other. I keep to Python 3.9 throughout.",
    )
    for number, form in enumerate(FORMATS, start=1):
        one_parser(work, tree, form, number)
        if number == 4:
            work.say("Half of them are done: syslog, journal, nginx and jsonl. All tests pass.")
            work.turn_done(412_000)
            work.snapshot(("harbour/parsers/syslog.py", "harbour/parsers/jsonl.py"))
            work.prompt("Good. Kernel times count from boot, mind that. Go on.")
    work.slow(work.call("Bash", command="python -m pytest -q", description="Run all tests"), tree.passed(64))
    work.say("All eight parsers have `since`, 64 tests pass. Next comes harbour/severity.py.")
    work.turn_done(506_000)
    work.snapshot(("harbour/parsers/gelf.py", "harbour/parsers/audit.py"))
    work.prompt("Before you start: which words does csvlog use, and what does CLEAR mean?")
    table = "grep -n -A6 'LEVELS = ' harbour/parsers/csvlog.py"
    rows = tree.files["harbour/parsers/csvlog.py"].split("LEVELS = ")[1].split("}")[0]
    work.work((work.call("Bash", command=table, description="Words of csvlog"), f"14:LEVELS = {rows}"))
    work.say("SEVERE, MAJOR, MINOR, WARNING and CLEAR. CLEAR says that an alarm has ended; I would map it to info.")
    work.turn_done(19_000)


def after_compaction(work: Session, tree: Tree) -> None:
    path, tests = "harbour/severity.py", "tests/test_severity.py"
    work.snapshot()
    work.prompt("Right, CLEAR is info. Now please write harbour/severity.py and its tests.", 2_700.0)
    reads = [
        (
            work.call("Read", file_path=f"harbour/parsers/{form.name}.py"),
            tree.numbered(f"harbour/parsers/{form.name}.py"),
        )
        for form in FORMATS[:3]
    ]
    work.work(*reads, text="I look at the words of the first three formats again.")
    reads = [
        (
            work.call("Read", file_path=f"harbour/parsers/{form.name}.py"),
            tree.numbered(f"harbour/parsers/{form.name}.py"),
        )
        for form in FORMATS[3:]
    ]
    work.work(*reads, woven=True)
    work.work(
        (work.call("Write", file_path=path, content=SEVERITY), f"File created: {path}"),
        thinking="Pairs of format and word: a match statement says this most clearly.",
        text="A match on format and word is the clearest way to write this.",
    )
    cases = "".join(f"    ({form.name!r}, {word!r}),\n" for form in FORMATS for word in form.words)
    test = f'"""Tests of the one scale."""\n\nimport pytest\n\nfrom harbour.severity import severity\n\nCASES = [\n{cases}]\n\n\n@pytest.mark.parametrize(("source", "word"), CASES)\ndef test_every_word_has_a_level(source, word):\n    assert severity(source, word) is not None\n'
    work.work((work.call("Write", file_path=tests, content=test), f"File created: {tests}"))
    failed = "FAILED tests/test_severity.py::test_every_word_has_a_level[syslog-info] - assert None is not None\n8 failed, 32 passed in 0.41s"
    work.slow(
        work.call("Bash", command=f"python -m pytest -q {tests}", description="Test the scale"), failed, error=True
    )
    work.work(
        (
            work.call(
                "Edit",
                file_path=path,
                old_string="        case _:\n            return None",
                new_string='        case (_, other):\n            return Severity("info", other)',
            ),
            f"{path} has been updated.",
        ),
        text="Eight words fall through; they are all harmless, so they become info.",
    )
    work.slow(work.call("Bash", command="python -m pytest -q", description="Run all tests"), tree.passed(104))
    work.say(
        "harbour/severity.py is there: a match over format and word, a frozen dataclass with slots, 104 tests pass."
    )
    work.turn_done(188_000)
    work.snapshot((path, tests))
    work.prompt("Thanks. Add --since to the command line and a line in CHANGES.md, then push.")
    work.work(
        (
            work.call(
                "Edit",
                file_path="harbour/cli.py",
                old_string="    return parser",
                new_string='    parser.add_argument("--since", type=parse_time, help="leave out older records")\n    return parser',
            ),
            "harbour/cli.py has been updated.",
        )
    )
    work.work(
        (
            work.call(
                "Edit",
                file_path="CHANGES.md",
                old_string="## 2.8\n",
                new_string="## 2.8\n\n* `--since` leaves out older records; one scale of severity for all formats.\n",
            ),
            "CHANGES.md has been updated.",
        )
    )
    work.slow(
        work.call("Bash", command="git push origin since-filter", description="Push"),
        "To git.example.com:harbour.git\n   4e01c7b..a9930d2  since-filter -> since-filter",
    )
    work.say("Pushed: --since, the entry in CHANGES.md, and the scale of severity.")
    work.turn_done(31_000)
    work.snapshot()
    work.prompt(
        f"The nightly py39 job is red, and the gateways did not get their update:\n\n{NIGHT}\n\nMy first message had exactly one rule. Why is there a match statement?",
        51_000.0,
    )
    grep = "harbour/severity.py:16:Found = Severity | None\nharbour/severity.py:21:    match source, word:\nharbour/severity.py:8:@dataclass(frozen=True, slots=True)"
    work.work(
        (work.call("Grep", pattern="match |\\| None|slots=True", path="harbour", output_mode="content"), grep),
        text="I look for everything that 3.9 cannot do.",
    )
    work.work((work.call("Write", file_path=path, content=FIXED), f"File updated: {path}"))
    work.slow(
        work.call("Bash", command="uvx --python 3.9 pytest -q", description="Run the tests on Python 3.9"),
        tree.passed(104),
    )
    work.say(
        "Fixed, and this time the tests ran on 3.9. As for why: before the pause this conversation was compacted. The summary that I "
        "worked from lists the goal, what was done and the style, but not the rule about Python 3.9; I wrote what suits 3.12."
    )
    work.turn_done(64_000)


def build() -> bytes:
    work = Session("lost-rule", cwd="/home/dev/harbour", branch="since-filter")
    tree = Tree(random.Random(SEED))
    before_compaction(work, tree)
    work.compacted(SUMMARY, kept=4)
    after_compaction(work, tree)
    return work.build()
