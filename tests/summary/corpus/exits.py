"""How the runs of a session ended, by what they are called: from calls, error flags, exit codes and counts alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from inspector.transcript.model import Block
from tests.summary.corpus.cases import Case
from tests.summary.corpus.spans import Span, sentence_at

_EXIT = re.compile(r"(?:exit(?:ed)?(?: with)?(?: code| status)?|process finished)[: ]+(?:with )?(?:code )?(\d+)", re.I)
_FAILED = re.compile(
    r"(?<![\d.])(?!0+\b)\d+ (?:tests? )?(?:failed|failures?|errors?)\b|\b(?:failed|failures|errors): *[1-9]|^FAIL\b|--- FAIL|"
    r"\bFAILED\b|^error(?:\[|:)|\bfatal error\b|signal: (?:killed|terminated)|^Killed$|^Error:",
    re.I | re.M,
)
_PASSED = re.compile(r"\b\d+ (?:tests? )?passed\b|\bpassed: *\d|^ok\b|--- PASS|test result: ok|^Success", re.I | re.M)
_MARKS = (
    re.compile(r"(?P<mark>PASS|FAIL|FAILED|PASSED|ok|✓|✗|×|✘)(?:ED)?:?\s+(?:\S+::|\S+/)?(?P<name>[\w.]+)"),
    re.compile(r"(?P<name>[\w.]+)(?: \.\.\.|:)? +(?P<mark>ok|FAILED|PASSED|FAIL|PASS)\b"),
)
_COUNTS = (
    re.compile(r"(\d+) (?:\w+ )?(passed|failed)", re.I),
    re.compile(r"(passed|failed): *(\d+)", re.I),
    re.compile(r"(\d+) tests? (completed)", re.I),
)

_FLAG = re.compile(r"(?<!\S)--?[A-Za-z][\w-]*=?")
_WORD = re.compile(r"[A-Za-z0-9_+.]*[A-Za-z][A-Za-z0-9_]*|\d+(?:\.\d+)+")
_PLAIN_WORDS = """
run runs test tests testing python python3 cd git ls cat grep head tail sed echo sleep for do done in and or the then
file files src lib out tmp dev null true false main app bin data log logs docs node npm name user agent all show list
get set new old first second one two json md py sh ts js txt yaml err error exit code time timeout version status of to
with from as at on by is it no not if else fi sort uniq wc curl awk rm cp mv mkdir local case cases line lines result
results count key value select where group order limit home work day hours minutes seconds max min size lock free
workspace type text change changed only after before under over read write print note this that these use kill killed
fail fails failed failing pass passed passes stop stopped finish finished success succeeded complete completed abort
aborted crash crashed green worked works command end ended
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
"""Words of commands that name nothing."""

_CHINESE = {
    "构建": "build",
    "编译": "compile",
    "迁移": "migrate",
    "部署": "deploy",
    "上传": "upload",
    "画图": "chart",
    "查询": "query",
    "校验": "validate",
    "扫描": "scan",
    "预览": "preview",
    "回放": "replay",
}

_CODE = re.compile(r"`([^`\n]+)`")
_CLAUSE = re.compile(
    r"[;；。，、]|, (?=and|but|so|which|while|because|after|before|since|as|then|although)|\b(?:but|because|although|until)\b"
)
_COUNTED = re.compile(r"(?<![\d.,])(\d+)(?: of (?:the )?\d+)? (?:[\w-]+ ){0,4}$|(\d+) ?个(?:\S{0,6})?$")


_SEVERAL = re.compile(r"(?:\d+|one) (?:\w+ )?(?:passed|failed|skipped)\b|\d+ ?个(?:通过|失败)|(?:passed|failed): \d+")


_BEFORE_NAMES = ("after", "before", "with", "of", "for", "in", "on", "to", "from", "by")
_NO_SUBJECT = "".join(rf"(?<!\b{word} )" for word in _BEFORE_NAMES)
_PRONOUN = re.compile(
    rf"(?:{_NO_SUBJECT}\b(?:it|they|this)|^\W*(?:and |but |then |later )*that|它们?|[这那])"
    r"(?: ?(?:has|had|have|also|then|now|later|still|again|finally|both|all|first)\b|也|又|还|就|都|再次|后来)*\W*$",
    re.I,
)
"""What stands before an ending whose subject is a pronoun only: `that` also joins a clause to the name of a run."""
_ENDING = re.compile(r"(?:(?:was|were|is|are|has|had|did|could|not|still) )*(?!exit)[A-Za-z]+|[一-鿿]{2}", re.I)
_OPENS = re.compile(r"[:：]\s|[\"“「`]")
"""Behind these a text that was printed may begin."""


@dataclass(frozen=True, slots=True)
class Run:
    """A command that was run: the words it is known by, how it ended (None: not told), and what it printed."""

    command: str
    words: frozenset[str]
    well: bool | None
    output: str


@cache
def runs(case: Case) -> tuple[Run, ...]:
    """All commands of a session."""
    blocks = [block for message in case.transcript.messages for block in message.blocks]
    results = {block.tool_id: block for block in blocks if block.kind == "tool_result"}
    return tuple(
        Run(command, _words(_FLAG.sub(" ", command)), _well(results[block.tool_id]), results[block.tool_id].text)
        for block in blocks
        if (command := _command(block)) and block.tool_id in results
    )


def shown(case: Case, text: str, at: int, well: bool) -> bool:
    """Whether the clause at a place names runs of which the record shows one ending only, this one.

    Not so where the ending is that of a pronoun, or a word of an error text.
    """
    start, end = clause_at(text, at)
    if counted := _COUNTED.search(text[start:at]):
        return _counts(case, int(counted[1] or counted[2]), well)
    if _PRONOUN.search(text[start:at]) or _is_printed(case, text, at):
        return False
    return set(_endings(case, text[start:end])) == {well}


def _is_printed(case: Case, text: str, at: int) -> bool:
    """Whether an output has, word for word, what stands between a colon or a quotation mark and the end of the ending."""
    start, _ = sentence_at(text, at)
    if not (ending := _ENDING.match(text, at)):
        return False
    stretches = (text[opening.end() : ending.end()].lower() for opening in _OPENS.finditer(text, start, at))
    return any(
        re.search(r"\w", each.removesuffix(ending[0].lower())) and any(each in run.output.lower() for run in runs(case))
        for each in stretches
    )


def is_one_of_several_counts(text: str, at: int) -> bool:
    """`passed` in "16 passed, 1 failed": turned round, it would stand beside its own contrary."""
    start, end = sentence_at(text, at)
    found = list(_SEVERAL.finditer(text, start, end))
    return len(found) > 1 and any(match.start() <= at < match.end() for match in found)


def _endings(case: Case, clause: str) -> Iterator[bool]:
    """How that ended which the clause names: a command, tests by their name, or the runs that share most of its words."""
    for quoted in _CODE.findall(clause):
        if named := [run for run in runs(case) if quoted in run.command and " " in quoted]:
            yield from (run.well for run in named if run.well is not None)
            return
    words = _words(clause)
    for name in (word for word in sorted(words) if "_" in word or len(word) > 11):
        marks = [mark for run in runs(case) for mark in _marks(run, name)]
        if marks:
            yield from marks
            return
    shared = [(sum(any(_same(word, own) for own in run.words) for word in words), run) for run in runs(case)]
    most = max((count for count, _ in shared), default=0)
    yield from (run.well for count, run in shared if count == most > 0 and run.well is not None)


def _marks(run: Run, name: str) -> Iterator[bool]:
    """What the output says of the test; where it names it without a mark, how the run ended."""
    if not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", run.output, re.I):
        return
    marks = [m["mark"] for form in _MARKS for m in form.finditer(run.output) if m["name"].lower() == name]
    if marks:
        yield from (mark.lower() in {"pass", "passed", "ok", "✓"} for mark in marks)
    elif run.well is not None:
        yield run.well


def _counts(case: Case, number: int, well: bool) -> bool:
    """Whether outputs tell this number of passed (or failed) tests, and none tells it of the other."""
    told = {
        (int(one), other.lower() != "failed")
        for run in runs(case)
        for form in _COUNTS
        for match in form.finditer(run.output)
        for one, other in [match.groups() if match[1].isdigit() else match.groups()[::-1]]
    }
    return number > 1 and (number, well) in told and (number, not well) not in told


def clause_at(text: str, at: int) -> Span:
    """The clause that holds a place."""
    start, end = sentence_at(text, at)
    cuts = [match.span() for match in _CLAUSE.finditer(text, start, end)]
    start = max((right for _, right in cuts if right <= at), default=start)
    end = min((left for left, _ in cuts if left > at), default=end)
    return start, end


def _command(block: Block) -> str:
    command = block.input.get("command") or block.input.get("cmd")
    return command if isinstance(command, str) else ""


def _well(result: Block) -> bool | None:
    """Nothing where exit code and words of the output do not agree."""
    codes = _EXIT.findall(result.text[-200:])
    bad, good = bool(_FAILED.search(result.text)), bool(_PASSED.search(result.text))
    if result.api.get("is_error") or (codes and codes[-1] != "0"):
        return False
    if codes:
        return None if bad else True
    return None if bad == good else good


def _words(text: str) -> frozenset[str]:
    """Words that may name a run; also two that stand together, as one, and Chinese ones by their English word."""
    found = [word.strip(".+").lower() for word in _WORD.findall(text)]
    stems = [word.partition(".")[0] for word in found if "." in word and not word[0].isdigit()]
    pairs = [one + other for one, other in pairwise(found)]
    named = [english for word, english in _CHINESE.items() if word in text]
    return frozenset(word for word in (*found, *stems, *pairs, *named) if len(word) > 2 and word not in _PLAIN)


def _same(one: str, other: str) -> bool:
    """The same word, in another form."""
    if one == other:
        return True
    if one[:4] != other[:4]:
        return False
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rests = {one[shared:], other[shared:]}
    ends = _SUFFIXES | ({"d", "r"} if one[:shared].endswith("e") else set())
    return rests <= ends or rests == {"d", "t"}


_SUFFIXES = frozenset(
    ("", "s", "e", "es", "ed", "er", "ers", "ing", "ion", "ions", "ation", "ment", "ments", "ning", "mark", "mer")
)
