"""The file of facts: what it may say, and how it is told what is wrong with it, by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.analysis.must_keep.asked import FactsError, MustKeep, Since, load_facts, read_facts
from inspector.analysis.why.facts import Fact

GOOD = r"""# what the agent must not forget
facts:
  - text: the port is 7431
  - text: /etc/hosts/
    from: turn 3
  - pattern: ticket [A-Z]+-\d+
    in: anywhere
  - pattern: /never push/i
    from: request 12
    in: view
  - message: 1
  - text: 7431
"""


def test_every_form() -> None:
    assert read_facts(GOOD) == (
        MustKeep(Fact("the port is 7431"), None, "view", 3),
        MustKeep(Fact("/etc/hosts/"), Since("turn", 3), "view", 4),
        MustKeep(Fact(r"/ticket [A-Z]+-\d+/", "pattern"), None, "anywhere", 6),
        MustKeep(Fact("/never push/i", "pattern"), Since("request", 12), "view", 8),
        MustKeep(Fact("message 1", "message", 1), None, "view", 11),
        MustKeep(Fact("7431"), None, "view", 12),
    )


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "empty"),
        ("- text: a\n", 1, "must be a list of facts"),
        ("facts: a\n", 1, "must be a list of facts"),
        ("facts: []\n", 1, "must list 1 to 1,000"),
        ("facts:\n  - text: a\nmore: 1\n", 3, "more: no such field"),
        ("facts:\n  - text: a\n  - just words\n", 3, "facts[2]: must be a mapping"),
        ("facts:\n  - text: a\n    form: turn 2\n", 3, "facts[1].form: no such field here (did you mean from?)"),
        ("facts:\n  - text: a\n    pattern: b\n", 2, "exactly one of"),
        ("facts:\n  - from: turn 1\n", 2, "exactly one of"),
        ("facts:\n  - text: a\n    from: turn 0\n", 3, "turn N or request N"),
        ("facts:\n  - text: a\n    from: message 2\n", 3, "turn N or request N"),
        ("facts:\n  - text: a\n    in: summary\n", 3, "view or anywhere"),
        ("facts:\n  - message: 0\n", 2, "from 1"),
        ("facts:\n  - message: one\n", 2, "from 1"),
        ("facts:\n  - message: true\n", 2, "from 1"),
        ("facts:\n  - text: ''\n", 2, "empty"),
        ("facts:\n  - text: ~\n", 2, "quotes"),
        ("facts:\n  - text: 7.50\n", 2, "quotes"),
        ("facts:\n  - pattern: '('\n", 2, "facts[1].pattern"),
        ("facts:\n  - text: a\n    text: b\n", 3, "written twice"),
        ("facts:\n  - text: [a\n", 3, "no YAML"),
        ("facts:\n  - text: !!python/none a\n", 2, "tag"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(FactsError) as raised:
        read_facts(text, "facts.yaml")
    assert str(raised.value).startswith(f"facts.yaml:{line}: ")
    assert words in str(raised.value)


def test_all_faults_are_told_together() -> None:
    with pytest.raises(FactsError) as raised:
        read_facts("facts:\n  - txt: a\n  - text: a\n    in: there\n")
    assert len(str(raised.value).splitlines()) == 3


def test_a_file_of_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "facts.yaml"
    path.write_bytes(b"facts:\n  - text: caf\xe9\n")
    with pytest.raises(FactsError, match=r"facts.yaml:2: is no UTF-8"):
        load_facts(path)
    path.write_bytes(b"\xef\xbb\xbffacts:\n  - text: caf\xc3\xa9\n")
    assert load_facts(path)[0].fact.text == "café"


def test_too_many_aliases_are_refused() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
    for now, before in zip("bcdefg", "abcdef", strict=True):
        bomb += f"{now}: &{now} [{', '.join([f'*{before}'] * 10)}]\n"
    with pytest.raises(FactsError, match="too big"):
        read_facts(bomb)
