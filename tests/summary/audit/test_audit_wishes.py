"""What a user wants, says and confirms, over the sample transcripts: sentences that are true, and some that are not."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from inspector.library import load
from inspector.summary.audit import Source, audit
from tests.summary.audit.noticed import noticed
from tests.summary.corpus.cases import SAMPLES

TRUE: Mapping[str, tuple[str, ...]] = {
    "lost-rule.jsonl": (
        "The user wants a since argument in every parser's read().",
        "The user asked for harbour/severity.py after the parsers.",
        "The user demands Python 3.9 compatibility because the gateways still run it.",
        "The user forbade match statements and dataclass(slots=True).",
        "The user pointed out that kernel times count from boot.",
        "The user asked which words csvlog uses.",
        "The user confirmed that CLEAR is info.",
        "The user asked for --since on the command line and an entry in CHANGES.md.",
        "The user reported that the nightly py39 job is red.",
        "The agent was told not to use match statements.",
        "The user asked to push after the changelog line.",
        "The user wants older records left out.",
        "The user explained that the gateways run Python 3.9.",
        "The user said that the gateways had not been updated.",
    ),
    "research.jsonl": (
        "The user wants one cabinet recommended after about twenty pages.",
        "The user set a limit of 14,000 euro, everything included.",
        "The user requires at least 9 kWh usable.",
        "The user said that the council meets on Thursday.",
        "The user asked for notes page by page.",
        "The user agreed to go on and to finish all twenty pages.",
        "The user needs an installer within 60 km because of the grant.",
        "The user mentioned that the cloakroom has an emergency exit and a ceiling at 1.80 m.",
    ),
    "re-reads.jsonl": (
        "The user wants all seven modules moved from float to Decimal.",
        "The user asked for rounding half to even with ledger/money.py.",
        "The user forbade touching migrations/.",
        "The user explained that one changed byte stops the service from booting.",
        "The user said that the columns stay as they are.",
        "The user wants proposals for columns written into NOTES-DBA.md.",
        "The user demanded that the JSON of the routes does not change.",
        "The user said that expired credit notes must keep their amount because the auditor looks at them.",
        "The user said the bank sends fees with three digits.",
        "The user warned that customer 4417 has a setup fee of 0.00 that must stay visible.",
        "The user wants the percent to remain a float.",
        "The user said that a late fee may be at most 40.00 by law.",
        "The user forbade raising the cap on late fees.",
        "The user reported that partner 88 complained about wrong commissions.",
        "The user complained that migrations/0007_payout.py was changed.",
        "The user asked why the agent did that.",
        "The user approved the invoices and asked for credit notes next.",
        "The user told the agent to work through the modules in order, with green tests after each.",
        "The user does not want the migrations edited.",
        "The user is satisfied with the invoices.",
    ),
    "durable-facts.jsonl": (
        "The user wants ticket 31 read first.",
        "The user asked for the note of each tool on the pages.",
        "The user said a loan runs 21 days.",
        "The user is away until tomorrow morning.",
        "The user said that the page is wrong on both counts.",
        "The user asked which database is used and what is still open.",
        "The user demanded that the page be put right before anybody acts on it.",
        "The user asked for an overdue report with a test.",
    ),
}
INVENTED: Mapping[str, tuple[str, ...]] = {
    "lost-rule.jsonl": (
        "The user allowed match statements in harbour/severity.py.",
        "The user confirmed that all 64 tests pass.",
        "The user asked to drop support for Python 3.9.",
        "The user wants the gateways upgraded to Python 3.12.",
        "The user said that eight words are harmless.",
        "The user suggested mapping the eight words to info.",
        "The user approved the dataclass with slots.",
        "The user asked for the gelf parser to be removed.",
        "The user said that kernel times count from midnight.",
        "The user told the agent to skip the tests of severity.py.",
        "The user said the summary lacked the rule about Python 3.9.",
        "The user wanted nothing to be pushed.",
        "The user asked for a sixth level of severity.",
        "The user complained that the tests are too slow.",
        "The user confirmed that the parsers work on the gateways.",
        "The user said that CLEAR is an error.",
        "The user agreed that CHANGES.md stays as it is.",
    ),
    "research.jsonl": (
        "The user prefers the Halden H12.",
        "The user raised the limit to 16,000 euro.",
        "The user said that Halden and Brigg lead on price per kWh.",
        "The user agreed to stop after twelve pages.",
        "The user said the grant does not matter any more.",
        "The user asked for three recommendations instead of one.",
        "The user approved a cabinet of 1.90 m.",
        "The user confirmed that the emergency exit may be blocked.",
        "The user suggested reading the dealers' price lists first.",
        "The user said that the meeting was moved to Friday.",
        "The user no longer needs the notes.",
        "The user asked to order the cabinet at once.",
        "The user wants the installer to be asked for a discount.",
        "The user accepted an installer further away than 60 km.",
    ),
    "re-reads.jsonl": (
        "The user allowed widening the column in migrations/0007_payout.py.",
        "The user asked to change the JSON of the routes.",
        "The user wants the cap on late fees raised to 45.00.",
        "The user asked the agent to commit after each module.",
        "The user confirmed that the service boots.",
        "The user decided to widen the column to four digits.",
        "The user told the agent to skip dunning.",
        "The user said that the checksum matches.",
        "The user approved a change of the columns.",
        "The user said that all tests are green.",
        "The user agreed that commissions keep four digits.",
        "The user suggested widening the column.",
        "The user asked for a new migration.",
        "The user said that expired credit notes can be deleted.",
        "The user asked to notify the bank about the digits.",
        "The user wants interest on late fees removed.",
        "The user noted that February was off.",
        "The user requested a rollback of payouts.",
    ),
    "durable-facts.jsonl": (
        "The user confirmed that nothing is open.",
        "The user allowed the restart of operations.",
        "The user said a loan runs 28 days.",
        "The user decided on SQLite in WAL mode.",
        "The user told the agent to delete the JSON files.",
        "The user asked to skip the overdue report.",
        "The user said that the label printer is blocked.",
        "The user approved the page for operations.",
    ),
}


@cache
def _source(name: str) -> Source:
    return Source.of_messages(load(SAMPLES / name).messages)


def accused(name: str, text: str) -> bool:
    """Whether the audit says of a sentence about the user that nothing typed is its ground."""
    kinds = {finding.kind for finding in audit(_source(name), text).findings}
    return bool(kinds & {"false attribution", "unsourced instruction"})


def suspected(name: str, text: str) -> bool:
    """Whether the audit says so, be it as a hint."""
    return bool(noticed(_source(name), text) & {"false attribution", "unsourced instruction"})


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in TRUE.items() for text in texts])
def test_what_was_typed_is_not_accused(name: str, text: str) -> None:
    assert not accused(name, text)


def test_what_nobody_typed_is_accused_where_it_shows() -> None:
    rows = [(name, text) for name, texts in INVENTED.items() for text in texts]
    found = [text for name, text in rows if suspected(name, text)]
    assert len(found) >= 0.3 * len(rows), found
