"""Denials that were dropped: what the source forbids or denies, and the summary affirms."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.findings import negation
from tests.summary.audit.noticed import noticed
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Make the importer faster. Do not change the file format, and never log customer names. Restart nothing.")
    .says("I looked at the parser. The parser does not read the index twice, so the index is not the cause.")
    .user("Good. Touch only src/importer.")
    .request()
)


def kinds(text: str) -> set[str]:
    return set(noticed(SOURCE, text))


@pytest.mark.parametrize(
    "text",
    [
        "Constraints: do not change the file format; customer names are never logged; nothing may be restarted.",
        "The file format must stay as it is.",
        "The parser does not read the index twice.",
        "Touch only src/importer.",
        "The importer should become faster.",
    ],
)
def test_kept_denials_are_not_flagged(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Constraints: change the file format.",
        "The file format may be changed.",
        "Customer names must always be logged.",
        "The parser does read the index twice.",
    ],
)
def test_dropped_denials_are_flagged(text: str) -> None:
    assert "reversed status" in noticed(SOURCE, text)


def test_chinese() -> None:
    source = Source.of(Talk().user("把导入改快。任何一行用户数据都不能丢，不要改文件格式。").says("明白。").request())
    assert noticed(source, "任何一行用户数据都不能丢。") == set()
    assert noticed(source, "任何一行用户数据都可以丢。")
    assert noticed(source, "可以改文件格式。")


RULES = (
    ("The payment module is off limits.", "The payment module may be changed."),
    ("You're not allowed to push to main.", "The agent is allowed to push to main."),
    ("Under no circumstances restart the database.", "Restart the database."),
    ("Under no circumstances should the database be restarted.", "The database should be restarted."),
    ("I don't want any new dependencies.", "The user wants new dependencies."),
    ("I'd rather you didn't rename the columns.", "Rename the columns."),
    ("Deleting backups is forbidden.", "Backups may be deleted."),
    ("Make no changes to the schema.", "Change the schema."),
    ("Do the migration without dropping the table.", "The migration must drop the table."),
    ("Don't even think about force-pushing.", "Force-push."),
    ("Keep your fingers off the vendor directory.", "Change the vendor directory."),
    ("I will merge it after review.", "The agent may merge it."),
    ("Don't add comments to the code, and don't reformat files.", "Reformat files."),
    ("The release is called 2.4.1; I tag it myself.", "Tag; the user tags 2.4.1."),
    ("I tag the release myself.", "The user tags the release; the agent must."),
    ("别改接口。", "可以改接口。"),
    ("禁止直接推送到 main。", "可以直接推送到 main。"),
    ("不要把任何卡号写进日志。", "任何卡号都可以写进日志。"),
    ("先不要部署。", "可以部署。"),
    ("我自己来发布。", "可以发布。"),
    ("不要合并。", "Merge it."),
    ("Do not deploy until Friday.", "Deploy until Friday."),
    ("Don't touch the schema.", "The agent will touch the schema."),
    ("There is no need to update the docs.", "The agent needs to update the docs."),
)
"""What a person forbids, and a rule that has lost its "not"."""

FACTS = (
    ("I looked at the parser; it does not read the index twice.", "The parser reads the index twice."),
    ("I didn't touch the schema.", "The agent touched the schema."),
    ("The cache was not the cause of the slow start.", "The cache was the cause of the slow start."),
    ("The script cannot handle empty files.", "The script can handle empty files."),
    ("The fix isn't deployed.", "The fix is deployed."),
    ("The tests do not cover the export.", "The tests cover the export."),
    ("这个接口不支持分页。", "这个接口支持分页。"),
    ("The contract file is unchanged.", "The contract file has been changed."),
    ("The migration is still to be run.", "The migration has been run."),
    ("The script failed to parse the header.", "The script parsed the header."),
    ("I won't restart the worker without your word.", "The agent restarted the worker."),
    ("无法复现这个崩溃。", "复现了这个崩溃。"),
)
"""What the model denies, and a summary that affirms it."""

KEPT = (
    ("Don't touch the tests.", "The agent must leave the tests alone."),
    ("Don't touch the tests.", "The tests must be kept unchanged."),
    ("Don't deploy before Friday.", "The agent may deploy from Friday on."),
    ("Don't log names, log ids.", "Ids must be logged instead of names."),
    ("Don't push to main, push to a branch.", "The agent should push to a branch."),
    ("I'll deploy it.", "The user will deploy it."),
    ("Do not tag, publish or push.", "Constraints: do not tag, publish or push."),
    ("不要改接口，改客户端。", "要改客户端。"),
    ("Do not deploy until Friday.", "The agent must wait until Friday before it deploys."),
    ("Don't commit anything until I have seen the diff.", "The agent must show the diff and commit after that."),
    ("先不要部署，等我看过再说。", "用户看过之后可以部署。"),
)
"""What says the same in other words, or something else."""


def told(typed: str, said: str) -> Source:
    talk = Talk().user("We have a service with some tests.").says("OK.").user(typed).says(said)
    return Source.of(talk.request())


@pytest.mark.parametrize(("typed", "summary"), RULES)
def test_rules_that_became_their_contrary(typed: str, summary: str) -> None:
    assert "reversed status" in noticed(told(typed, "Understood."), summary)


@pytest.mark.parametrize(("said", "summary"), FACTS)
def test_facts_that_became_their_contrary(said: str, summary: str) -> None:
    assert "reversed status" in noticed(told("Look at the code.", said), summary)


@pytest.mark.parametrize(("typed", "summary"), KEPT)
def test_rules_in_other_words(typed: str, summary: str) -> None:
    assert "reversed status" not in noticed(told(typed, "Understood."), summary)


def test_what_was_allowed_later_is_no_contrary() -> None:
    talk = Talk().user("Do not merge the branch.").says("OK.").user("Reviewed. Now merge the branch.").says("Merged.")
    source = Source.of(talk.request())
    assert noticed(source, "The agent may merge the branch.") == set()


@pytest.mark.parametrize("summary", ["The agent should run the tests.", "Next: run the tests."])
def test_what_was_not_done_may_be_to_do(summary: str) -> None:
    talk = Talk().user("Look at the code.").says("I have not run the tests.")
    assert not list(negation.find(Source.of(talk.request()), Summary(summary)))
