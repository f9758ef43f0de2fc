"""True sentences that keep the record's words, and come near to what it denies, counts otherwise or quotes with signs."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from inspector.summary.audit.claims import Summary
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Bring the club's bookings over. I looked: the old table exists, Ida wrote it in May.")
    .ran("timeout 90 pandoc -t pdf rules.md", "Killed\nexit code: 124", error=True)
    .says(
        "The conversion of the rules timed out after 90 s. The gap of the worker is older, but I have not looked into it."
    )
    .ran("timeout 90 pandoc -t pdf rules.md", "rules.pdf written\nexit code: 0")
    .ran("stack test", "58 examples, 3 failures\nexit code: 1", error=True)
    .says("单元测试 58 个全部通过。The 64 checks of the parser failed. The second review of the statutes failed.")
    .ran("stack run import", "club.csv:417:9: unexpected '\"' expecting ','\nexit code: 1", error=True)
    .says('I treat "" inside a field as one mark, as the standard says.')
    .request()
)


def findings(text: str) -> list[str]:
    return [each.kind for each in audit(SOURCE, text).findings]


@pytest.mark.parametrize(
    "text",
    [
        "单元测试 58 个没有失败。",
        "The 64 checks of the parser did not pass.",
        "The user said that they looked: the old table exists.",
        "pandoc timed out after 90 s; the second conversion succeeded.",
        "stack run failed with exit code 1: unexpected '\"' expecting ','. The agent said that it treats \"\" inside a field as"
        ' one mark, as the standard says. The user: "Bring the club\'s bookings over."',
    ],
)
def test_true_sentences_are_not_flagged(text: str) -> None:
    assert findings(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("单元测试 58 个失败了。", "reversed status"),
        ("单元测试 58 个没有通过。", "reversed status"),
        ("The 64 checks of the parser passed.", "reversed status"),
        ("The agent said that the gap of the worker is older, and that it has looked into it.", "reversed status"),
        ("The second review of the statutes passed.", "reversed status"),
        (
            "stack run failed: unexpected '\"' expecting ','. The user: \"Leave the club's bookings alone.\"",
            "unsourced quotation",
        ),
    ],
)
def test_false_ones_are(text: str, kind: str) -> None:
    assert kind in findings(text)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("unexpected '\"' expecting ',' and then \"two words\"", ["two words"]),
        ("The mark \"\" is one, 'a row of plain words' is not.", ["a row of plain words"]),
        ('It printed "unexpected \'"\' in line 9" and went on', ["unexpected '\"' in line 9"]),
        ('A board of 5" and one of 6" with "no holes"', ["no holes"]),
    ],
)
def test_marks_pair_around_words(text: str, quoted: list[str]) -> None:
    assert [atom.text for atom in Summary(text).of("quotation")] == quoted
