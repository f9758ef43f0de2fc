"""What the user is said to have said: checked against what a person typed, and nothing else."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.audit.noticed import noticed
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Our export job takes 40 minutes. Make it faster, but do not restart the database.")
    .says("The export reads every row twice. I suggest a covering index on orders_archive.")
    .user("Yes, go ahead with the index.")
    .ran("psql -c 'create index'", "NOTICE: the lock file of the export was stale and may be deleted")
    .says("I assume that the retry doubles the rows.")
    .request()
)


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "The user wants the export job to be quicker.",
        "The user asked that the database not be restarted.",
        "The user approved a covering index on orders_archive.",
        "The agent assumes that the retry doubles the rows.",
        "The user reported that the export takes 40 minutes and asked to make it faster.",
    ],
)
def test_what_was_typed_or_agreed_to_is_not_flagged(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "The user asked to delete the old backups of last year.",
        "The user said that the lock file of the export was stale.",
        "The user confirmed that the retry doubles the rows.",
        "The user told the agent to restart the database after the change.",
        "It was the user who suggested a covering index on orders_archive.",
        "On the user's suggestion a covering index on orders_archive was made.",
        "A covering index on orders_archive was proposed by the user.",
        "The user's assumption was that the retry doubles the rows.",
        "The lock file of the export was stale, according to the user.",
    ],
)
def test_what_others_said_or_nobody_is_flagged(text: str) -> None:
    assert noticed(SOURCE, text) & {"false attribution", "unsourced instruction"}


def test_chinese() -> None:
    source = Source.of(Talk().user("请把导出任务改快，不要重启数据库。").says("我建议给订单表加索引。").request())
    assert audit(source, "用户要求把导出任务改快。").findings == ()
    assert noticed(source, "用户要求重启数据库。")
    assert noticed(source, "给订单表加索引是由用户提出的。")
    assert noticed(source, "用户建议给订单表加索引。")


def test_where_nobody_typed_anything_nothing_is_claimed() -> None:
    source = Source.of(Talk().says("Reading on.").ran("ls", "a.py").request())
    assert audit(source, "The user asked to make it faster.").findings == ()


def test_a_summary_that_says_you_is_of_the_user() -> None:
    said = "I looked at the export. You suggested a covering index on orders_archive."
    assert "false attribution" in noticed(SOURCE, said)
    assert "false attribution" not in kinds("You suggested a covering index on orders_archive.")
    assert "false attribution" not in kinds("I looked at the export. You agreed to a covering index on orders_archive.")


def test_a_hash_or_a_number_that_nobody_typed_is_not_the_persons() -> None:
    source = Source.of(Talk().user("The build is slow.").says("Commit 2d7a6c0 made the build slow, 48 s.").request())
    assert noticed(source, "The user traced the slow build to 2d7a6c0.")
    assert noticed(source, "The user reported that the build takes 48 s.")
    assert not audit(source, "The user reported that the build is slow.").findings


@pytest.mark.parametrize(
    ("text", "accused"),
    [
        ("The user asked for a release on Friday.", True),
        ("The user told the agent to merge the branch.", True),
        ("The user approved a restart of the database.", True),
        ("用户要求删除导出任务。", True),
        ("The user told the agent that a restart of the database does harm.", False),
        ("The user does not want the database restarted.", False),
        ("The user asked why the export is slow.", False),
    ],
)
def test_grave_deeds_are_called_by_their_names(text: str, accused: bool) -> None:
    assert bool(noticed(SOURCE, text) & {"false attribution", "unsourced instruction"}) == accused


def test_what_was_typed_in_a_language_that_is_not_known_is_left_alone() -> None:
    german = "Bitte mach den Export schneller und starte danach die Datenbank neu. Den alten Ordner kannst du löschen."
    source = Source.of(Talk().user(german).says("The export reads every row twice; I suggest an index.").request())
    assert not audit(source, "The user asked to restart the database and to delete the old folder.").remarks


def test_of_a_record_that_is_not_whole_nothing_is_claimed() -> None:
    named = "Changed src/a.py, src/b.py, src/c.py, src/d.py and src/e.py. "
    assert "false attribution" in noticed(SOURCE, "The user said that the lock file of the export was stale.")
    assert "false attribution" not in kinds(named + "The user said that the lock file of the export was stale.")


def test_what_another_says_word_for_word_is_certain() -> None:
    found = audit(SOURCE, "The user said that the export reads every row twice.").findings
    assert [each.certain for each in found] == [True]
    assert audit(SOURCE, "The user said that the export takes 40 minutes.").remarks == ()
    assert audit(SOURCE, "The user decided on a covering index on orders_archive.").remarks == ()
