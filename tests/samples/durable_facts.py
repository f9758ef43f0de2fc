"""A tool library, its database, and a summary that says the opposite of what was decided. An event log with a durable state.

The decision stands in a ticket that is read once. Its result is cleared, the summary says JSON files and that everything is
done; only the durable state still has SQLite in WAL mode and the item that is open.
"""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise

from tests.samples import parallel_zh
from tests.samples.durable_facts_data import KINDS, SEED, as_file, import_log, loans, minutes, page, rules, tools
from tests.samples.events import Events, pointer_to, preview
from tests.samples.forms import Json

SESSION = "durable-facts"
START = datetime(2025, 5, 7, 8, 30, tzinfo=UTC)
NOTICE = (
    "[{lines} of {total_lines} lines ({chars} characters in all) are left out here. The whole output is kept as {pointer} ; "
    "read on from line {next_line} with read_artifact.]"
)
OUTPUTS = {"import-2025-05-06.log": import_log(), "lending-rules.txt": rules(21), "minutes-2025-03-14.txt": minutes()}
"""The big outputs as they were when the session saw them."""

TASK = """Our tool library gets its own small program; it lies in /srv/toolshare and still keeps everything as JSON files in data/. \
Please do these in this order:
1. read ticket 31 first, it says what the database will be; you need it at the very end, do that part last,
2. an overdue report for the desk, report.py, with a test,
3. a page for every one of the fourteen tool categories under docs/tools/, written from the data,
4. late fees, fees.py, as the committee decided them,
5. then the database.
Work through without asking back where you can. Tell me when something waits for somebody else."""

TICKET = """#31 Database of the tool share                                        state: open
opened by: operations      last change: 2025-05-06

Decision, both branches agreed: SQLite in WAL mode, one file, /srv/toolshare/share.db, busy timeout 5000 ms.
Why: the desks in both branches write at the same time, and two writers have already overwritten each other's
file three times this spring. What lies in data/ today becomes import and export only.

Before this ticket may be closed:
- [ ] the restore test: restore last night's backup on the second machine and compare the row counts.
      Operations runs it and confirms it here. Nobody else closes it.
- [ ] the label printer of the east branch reads data/ directly; its vendor has to change that first (blocked).
"""

REPORT = '''"""What is overdue, for the desk: the longest first."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

DAYS = 21


def overdue(loans: list[dict], today: date) -> list[tuple[int, dict]]:
    """Days over and the loan, for every loan that is not back after 21 days."""
    found = []
    for loan in loans:
        due = date.fromisoformat(loan["from"]) + timedelta(days=DAYS)
        if loan["back"] is None and today > due:
            found.append(((today - due).days, loan))
    return sorted(found, key=lambda each: -each[0])


def main(path: str = "data/loans-2025-04.json") -> None:
    """Print the report."""
    loans = json.loads(Path(path).read_text("utf-8"))
    for days, loan in overdue(loans, date.today()):
        print(f"{days:>4} days  {loan['member']}  {loan['tool']}  since {loan['from']}")
'''

REPORT_TEST = '''"""The overdue report."""

from datetime import date

from report import overdue


def loan(start: str, back: str | None = None) -> dict:
    return {"member": "M1", "tool": "SAW001", "from": start, "back": back}


def test_twenty_one_days_are_not_overdue() -> None:
    assert overdue([loan("2025-04-01")], date(2025, 4, 22)) == []


def test_the_longest_comes_first() -> None:
    found = overdue([loan("2025-04-05"), loan("2025-04-01"), loan("2025-04-02", "2025-04-09")], date(2025, 5, 1))
    assert [days for days, _ in found] == [9, 5]
'''

FEES = '''"""Late fees: the fee of a day for every day over, up to a cap for one tool."""

from __future__ import annotations

from decimal import Decimal

CAP = Decimal("15.00")


def late_fee(days_over: int, day_fee: Decimal) -> Decimal:
    """Nothing when it is in time, never more than the cap."""
    return min(CAP, max(0, days_over) * day_fee)
'''

FEES_TEST = '''"""Late fees."""

from decimal import Decimal

from fees import late_fee


def test_in_time_costs_nothing() -> None:
    assert late_fee(0, Decimal("4.50")) == 0


def test_each_day_counts() -> None:
    assert late_fee(2, Decimal("4.50")) == Decimal("9.00")


def test_the_cap_holds() -> None:
    assert late_fee(200, Decimal("4.50")) == Decimal("15.00")


def test_early_is_in_time() -> None:
    assert late_fee(-3, Decimal("4.50")) == 0
'''

FALSE_SUMMARY = (
    "Everything is done: overdue report, fourteen pages, late fees, all tests green. "
    "The database is JSON files in data/. Nothing is open and nothing waits for anybody."
)

OPERATIONS = """# Operations

The database is JSON files in data/, one file for each month and each category. Back them up by copying the folder.
There are no open items: the program is complete.
"""

CORRECTED = """# Operations

The database will be SQLite in WAL mode, one file: /srv/toolshare/share.db (ticket 31). It is not built yet.

## Open

* Restore test on the second machine: operations runs it and confirms it in ticket 31.
* Label printer of the east branch: blocked, its vendor has to stop reading data/ first.
"""


class Session:
    """The agent at work, and where in the log the things stand that the durable state points to."""

    def __init__(self) -> None:
        self.talk = Events(SESSION, start=START)
        self.rng = random.Random(SEED)
        self.places: dict[str, int] = {}

    def batch(self, *uses: tuple[str, Json, str], text: str = "") -> None:
        ids = self.talk.call(*((tool, arguments) for tool, arguments, _ in uses), text=text)
        self.talk.answer(ids, *(output for *_, output in uses))

    def mark(self, name: str) -> None:
        """Remember the newest event."""
        self.places[name] = self.talk.here


def shown(file: str) -> str:
    full = OUTPUTS[file]
    return preview(full, NOTICE, 10, 6, pointer=pointer_to(SESSION, file, full.encode()))


def pointer(file: str) -> str:
    return pointer_to(SESSION, file, OUTPUTS[file].encode())


def wrote(path: str, text: str) -> tuple[str, Json, str]:
    return "write_file", {"path": path, "text": text}, f"{path}: {len(text)} characters written\n"


def read(category: str) -> tuple[str, Json, str]:
    path = f"data/tools-{category}.json"
    return "read_file", {"path": path}, as_file(tools(category))


def bash(command: str, output: str) -> tuple[str, Json, str]:
    return "bash", {"command": command}, output


def beginning(work: Session) -> None:
    """The decision is read here, and here only."""
    talk = work.talk
    talk.ask(TASK)
    work.mark("task")
    work.batch(("read_ticket", {"number": 31}, TICKET), text="Ticket 31 first.")
    work.mark("decision")
    files = "README.md\ndata/\ndocs/\nimport_cards.py\nshare.py\ntests/\n"
    data = "loans-2025-04.json\n" + "".join(f"tools-{category}.json\n" for category in KINDS)
    work.batch(
        bash("ls", files),
        bash("ls data", data),
        ("read_file", {"path": "data/loans-2025-04.json"}, loans()),
        text="Read. I keep to it when I come to that part. Now the program as it is.",
    )
    work.batch(
        bash("python import_cards.py --report", shown("import-2025-05-06.log")),
        bash("cat docs/lending-rules.txt", shown("lending-rules.txt")),
        text="How the cards were imported, and the rules of lending.",
    )
    work.mark("import")
    work.batch(
        bash("cat docs/minutes-2025-03-14.txt", shown("minutes-2025-03-14.txt")),
        text="What the committee decided on fees.",
    )
    work.mark("minutes")
    arguments = {"pointer": pointer("minutes-2025-03-14.txt"), "first_line": 60, "lines": 24}
    part = "\n".join(OUTPUTS["minutes-2025-03-14.txt"].splitlines()[59:83]) + "\n"
    work.batch(("read_artifact", arguments, part), text="The item on fees is not in the preview; I read on.")


def report(work: Session) -> None:
    work.batch(
        wrote("report.py", REPORT), wrote("tests/test_report.py", REPORT_TEST), text="The overdue report with its test."
    )
    work.batch(
        bash(
            "python -m pytest -q tests/test_report.py",
            "..                                  [100%]\n2 passed in 0.03s\n",
        )
    )
    over = ((15, "SAW004"), (13, "LAD011"), (9, "SAN002"), (4, "DRI016"))
    due = START.date() - timedelta(days=21)
    rows = "".join(
        f"{days:>4} days  M{work.rng.randrange(1000, 4000)}  {tool}  since {due - timedelta(days=days)}\n"
        for days, tool in over
    )
    work.batch(bash("python report.py", rows))
    work.talk.say("The report works on data/loans-2025-04.json: four loans are overdue. Next: the fourteen pages.")
    work.talk.ask(
        "Good. On the pages, please list the note of each tool, too; the desk reads them aloud. A loan runs 21 days, as you have it."
    )
    work.mark("notes")


def pages(work: Session) -> None:
    """A page is written while the data of the next category is read."""
    names = list(KINDS)
    work.batch(read(names[0]), text="The data of the first category.")
    for number, (category, following) in enumerate(pairwise(names), start=1):
        text = f"Page {number} of {len(names)}: {category}." if number % 3 == 1 else ""
        work.batch(wrote(f"docs/tools/{category}.md", page(category)), read(following), text=text)
    work.batch(wrote(f"docs/tools/{names[-1]}.md", page(names[-1])), text="The last page.")
    work.batch(bash("ls docs/tools | wc -l", "14\n"), bash("python tools/check_links.py docs", "no broken links\n"))


def fees(work: Session) -> None:
    work.batch(
        wrote("fees.py", FEES),
        wrote("tests/test_fees.py", FEES_TEST),
        text="All fourteen pages are written from the JSON files in data/. Now the late fees.",
    )
    work.batch(bash("python -m pytest -q", "......                              [100%]\n6 passed in 0.05s\n"))
    work.talk.say("Late fees are in fees.py, capped for each tool. All tests are green.")
    work.talk.ask("Very good. I am away until tomorrow morning; tidy up, then go on with what is open.")
    work.batch(bash("git add -A && git commit -qm 'report, pages, fees' && git status --short", ""))
    work.batch(
        ("compact", {"focus": FALSE_SUMMARY}, "Compacted."),
        text="My context is full of pages; I compact before I go on.",
    )
    work.mark("compacted")


def after(work: Session) -> None:
    """What comes of the summary."""
    talk = work.talk
    work.batch(
        wrote("docs/OPERATIONS.md", OPERATIONS), text="All parts are done. What is left is a page for operations."
    )
    work.batch(bash("git commit -qam 'docs: operations' && git log --oneline -n 1", "7be40c1 docs: operations\n"))
    talk.say(FALSE_SUMMARY + " I wrote that down in docs/OPERATIONS.md, so that operations can start.")
    talk.at(START + timedelta(days=1, hours=1))
    talk.ask("Operations was about to go live with your page. Which database do we use, and what is still open?")
    work.batch(
        bash("ls data | wc -l", "15\n"),
        bash("grep -rn 'json' *.py | wc -l", "3\n"),
        ("read_file", {"path": "docs/OPERATIONS.md"}, OPERATIONS),
        text="I look at what is there.",
    )
    talk.say("The database is JSON files in data/: fifteen files, and the code reads them. Nothing is open.")
    talk.ask(
        "That is wrong on both counts. Please read ticket 31 again, and put the page right before anybody acts on it."
    )
    work.batch(("read_ticket", {"number": 31}, TICKET))
    work.batch(wrote("docs/OPERATIONS.md", CORRECTED))
    work.batch(
        bash(
            "git commit -qam 'docs: operations, corrected' && git log --oneline -n 1",
            "e1a9f27 docs: operations, corrected\n",
        )
    )
    talk.say(
        "Corrected. The ticket says SQLite in WAL mode, one file, and I have not built it. Two things are open: the restore test, "
        "which only operations may confirm, and the label printer, which is blocked. I read the ticket in my second step; that "
        "result was cleared, and what I kept when I compacted was my own sentence, and it was wrong. I start on the database now."
    )


@cache
def written() -> Session:
    work = Session()
    for part in (beginning, report, pages, fees, after):
        part(work)
    return work


def build() -> bytes:
    return written().talk.log()


def durable() -> Json:
    """The durable state: it says what was confirmed, whatever a summary says."""
    work = written()
    times = work.talk.times()
    places = {name: f"transcript:{SESSION}:{sequence}" for name, sequence in work.places.items()}

    def confirmed(place: str) -> str:
        return (times[work.places[place] - 1] + timedelta(seconds=9)).isoformat()

    other, data = next(item for item in parallel_zh.artifacts().items() if "shard-2" in item[0])
    facts = [
        ("database", "The database is SQLite in WAL mode, one file: /srv/toolshare/share.db. JSON files are import and export only.", "decision", ""),
        ("import", "The import of the card index took 4775 of 4812 rows; 37 were rejected for want of a member number.", "import", pointer("import-2025-05-06.log")),
        ("late-fee", "A late fee ends at 15.00 euro for one tool.", "minutes", pointer("minutes-2025-03-14.txt")),
        ("loan-days", "A loan runs for 21 days.", "import", pointer("lending-rules.txt")),
        ("names", "Names of members are compared byte by byte: a collation has merged names with emoji elsewhere.", "import", pointer_to(parallel_zh.SESSION, other.rsplit("/", 1)[-1], data)),
        ("notes", "Every page lists the note of each tool; the desk reads them aloud.", "notes", ""),
    ]  # fmt: skip
    items = [
        ("restore-test", "Restore last night's backup on the second machine and compare the row counts; operations confirms.", "decision", "open"),
        ("build-database", "Move the program from the JSON files to share.db.", "task", "open"),
        ("label-printer", "The label printer of the east branch reads data/ directly; its vendor has to change that first.", "decision", "blocked"),
    ]  # fmt: skip
    return {
        "facts": [
            {"fact_id": key, "content": content, "source_pointer": kept or places[place], "last_confirmed_at": confirmed(place)}
            for key, content, place, kept in facts
        ],
        "pending_items": [
            {"item_id": key, "description": text, "source_pointer": places[place], "last_confirmed_at": confirmed(place), "status": status}
            for key, text, place, status in items
        ],
        "retrieval_evidence": [
            evidence("mem-0412", "ticket-31", "ticket", "#31 Database of the tool share", START, 0.93, 1, "database"),
            evidence("mem-0398", "wiki-lost-writes", "page", "Three lost writes this spring", START, 0.71, 2, None),
        ],
    }  # fmt: skip


def evidence(
    memory: str, source: str, kind: str, title: str, at: datetime, score: float, rank: int, key: str | None
) -> Json:
    """Why a memory came into the session."""
    return {
        "memory_id": memory,
        "source_id": source,
        "source_type": kind,
        "source_title": title,
        "captured_at": at.isoformat(),
        "score": score,
        "source_rank": rank,
        "conflict_key": key,
    }


def beside() -> dict[str, bytes]:
    """The durable file and what is left of the artifacts: the minutes are gone, the rules were changed after they were read."""
    state = json.dumps(durable(), ensure_ascii=False, indent=2) + "\n"
    return {
        f"{SESSION}.durable.json": state.encode(),
        f"artifacts/{SESSION}/import-2025-05-06.log": OUTPUTS["import-2025-05-06.log"].encode(),
        f"artifacts/{SESSION}/lending-rules.txt": rules(28).encode(),
    }
