"""The long one: the same files are read again and again while seven modules move from float to Decimal.

The rule that matters is typed in the third message, so it is neither the first message nor one of the last six.
"""

from __future__ import annotations

import difflib
import random
import re
from dataclasses import dataclass, field

from tests.samples.forms import Anthropic, Json, lines
from tests.samples.ledger import ENTITIES, Entity, camel, project

SEED = 20_250_314

TASK = """Amounts in ledger/ are floats and the books are off by a cent or two every month. Please move all seven modules \
(invoice, credit_note, payment, subscription, tax_rate, dunning, payout) from float to Decimal: models, services and their \
tests. Use ledger/money.py for rounding, half to even, and work through the modules in that order, with green tests after each."""

RULE = """No, the columns stay as they are. And please keep to this for the whole job: never touch migrations/. Those files \
ran in production and their checksums are verified at start-up; one changed byte and the service refuses to boot on Monday. If \
you think that a column has to change, write it into NOTES-DBA.md and go on. The JSON of the routes must not change either."""

MONEY = '''"""Amounts of money: exact decimals, rounded in one place and in one way."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

ZERO = Decimal("0.00")
CENT = Decimal("0.01")


def cents(amount: Decimal) -> Decimal:
    """Round to whole cents, half to even. Raises `TypeError` for a float: it would bring its error along."""
    if isinstance(amount, float):
        raise TypeError(f"an amount must be a Decimal, not the float {amount!r}")
    return amount.quantize(CENT, rounding=ROUND_HALF_EVEN)


def money(text: str) -> Decimal:
    """An amount from text such as `1 234,50` or `1234.50`. Raises `ValueError` when it is none."""
    plain = text.replace("\\u00a0", "").replace(" ", "").replace(",", ".")
    try:
        return cents(Decimal(plain))
    except ArithmeticError as error:
        raise ValueError(f"not an amount: {text!r}") from error


def shares(amount: Decimal, parts: int) -> list[Decimal]:
    """Equal parts that add up to the amount; the first parts take the cents that are left over."""
    whole, rest = divmod(int(amount / CENT), parts)
    return [CENT * (whole + (1 if number < rest else 0)) for number in range(parts)]
'''

IMPORTS = [("from datetime import date\n", "from datetime import date\nfrom decimal import Decimal\n")]

PROMPTS = (
    "Invoices look good. Credit notes next; note that 'expired' ones must keep their amount, the auditor looks at them.",
    "Thanks. Payments now. The bank sends fees with three digits; they are rounded on arrival, not in the service.",
    "Go on with subscriptions. Careful with the setup fee: customer 4417 has one of 0.00 and it must stay visible.",
    "Tax rates next. Only the threshold is money; the percent stays a float, the tax office publishes it that way.",
    "Dunning now. By law a late fee is at most 40.00 here, so do not raise that cap, whatever the tests say.",
    "Last one: payouts. Partner 88 complained that commissions of 0.125 % come out wrong, so look at how many digits we keep.",
)


@dataclass
class Work:
    """The agent at work on a project in memory: what it reads and runs is what the files say at that moment."""

    talk: Anthropic
    rng: random.Random
    files: dict[str, str]
    before: dict[str, str] = field(default_factory=dict)
    runs: int = 0

    def read(self, *paths: str, text: str = "") -> None:
        ids = self.talk.call(*(("read_file", {"path": path}) for path in paths), text=text)
        self.talk.answer(ids, *(self.files[path] for path in paths))
        for block, path in zip(self.talk.messages[-1]["content"], paths, strict=True):
            block["_read_path"] = path

    def edit(self, path: str, changes: list[tuple[str, str]], text: str = "") -> None:
        self.before.setdefault(path, self.files[path])
        calls: list[tuple[str, Json]] = []
        for old, new in changes:
            assert self.files[path].count(old) == 1, (path, old)
            self.files[path] = self.files[path].replace(old, new)
            calls.append(("edit_file", {"path": path, "old_string": old, "new_string": new}))
        ids = self.talk.call(*calls, text=text)
        self.talk.answer(ids, *(f"{path}: 1 replacement, {new.count(chr(10)) + 1} lines" for _, new in changes))

    def bash(self, command: str, output: str, text: str = "") -> None:
        self.talk.use("bash", {"command": command}, output, text=text)

    def grep_float(self) -> str:
        return "".join(
            f"{path}:{number}:{row}\n"
            for path, content in self.files.items()
            if path.startswith("ledger/")
            for number, row in enumerate(content.split("\n"), start=1)
            if re.search(r"\bfloat\b|, 2\)", row)
        )

    def diff(self, *paths: str) -> str:
        rows = [
            row
            for path in paths
            for row in difflib.unified_diff(
                self.before[path].split("\n"), self.files[path].split("\n"), f"a/{path}", f"b/{path}", lineterm=""
            )
        ]
        return "\n".join(rows) + "\n"

    def pytest(self, *paths: str, failing: tuple[str, str] | None = None) -> str:
        """What a verbose run prints; `failing` is a test and the line of the error."""
        self.runs += 1
        found = [
            (path, name) for path in paths for name in re.findall(r"^def (test_\w+)", self.files[path], re.MULTILINE)
        ]
        rows = [
            "============================= test session starts ==============================",
            "platform linux -- Python 3.11.9, pytest-8.3.4, pluggy-1.5.0 -- /srv/ledger/.venv/bin/python",
            f"rootdir: /srv/ledger, configfile: pyproject.toml, run {self.runs}",
            f"collected {len(found)} items",
            "",
        ]
        for number, (path, name) in enumerate(found, start=1):
            verdict = "FAILED" if failing and failing[0] == name else "PASSED"
            rows.append(f"{path + '::' + name:<68} {verdict} [{number * 100 // len(found):>3}%]")
        if failing:
            rows += self._failure(paths, *failing)
        slow = self.rng.sample(found, min(5, len(found)))
        rows += ["", "============================= slowest 5 durations =============================="]
        rows += [f"{self.rng.randrange(4, 90) / 100:.2f}s call     {path}::{name}" for path, name in slow]
        bad = 1 if failing else 0
        took = self.rng.randrange(90, 700) / 100
        rows.append(f"=================== {bad} failed, {len(found) - bad} passed in {took:.2f}s ====================")
        return "\n".join(rows) + "\n"

    def _failure(self, paths: tuple[str, ...], test: str, error: str) -> list[str]:
        path = next(path for path in paths if f"def {test}(" in self.files[path])
        body = self.files[path].split(f"def {test}(", 1)[1].split("\n\n\n")[0]
        line = self.files[path][: self.files[path].index(f"def {test}(")].count("\n") + body.count("\n") + 1
        title = f" {test} "
        return [
            "",
            "=================================== FAILURES ===================================",
            f"{title:_^80}",
            "",
            *(f"    {row}" for row in f"def {test}({body}".rstrip().split("\n")[:-1]),
            f">   {body.rstrip().split(chr(10))[-1]}",
            f"E       {error}",
            "",
            f"{path}:{line}: AssertionError",
        ]


def method(text: str, name: str) -> str:
    """The text of one method of a class."""
    start = text.index(f"    def {name}(")
    end = text.find("\n    def ", start)
    return text[start : end if end >= 0 else len(text)].rstrip("\n")


def to_decimal(text: str) -> str:
    """The same code with exact amounts."""
    text = re.sub(r"round\((.+), 2\)(?=$|\n)", r"cents(\1)", text)
    text = re.sub(r"\b(\d+)\.0\b(?!\d)", r"Decimal(\1)", text.replace("= 0.0\n", "= ZERO\n"))
    text = re.sub(r"(?<=\* )(0\.\d+)", r'Decimal("\1")', text)
    return text.replace("-> float", "-> Decimal").replace("list[float]", "list[Decimal]")


def change_model(work: Work, entity: Entity, path: str) -> None:
    total = method(work.files[path], "total")
    changes = [(f"    {name}: float = 0.0", f"    {name}: Decimal = ZERO") for name in entity.money]
    changes += [(total, to_decimal(total)), *IMPORTS]
    changes.append(
        ("from ledger.ids import new_id\n", "from ledger.ids import new_id\nfrom ledger.money import ZERO, cents\n")
    )
    work.edit(path, changes, text="The amounts of the model first.")


def change_service(work: Work, entity: Entity, path: str) -> None:
    for money in entity.money:
        names = [f"split_{money}", f"{money}_after_share", f"cap_{money}", f"{money}_of_open"]
        texts = [method(work.files[path], name) for name in names]
        changes = [(old, to_decimal(old)) for old in texts if to_decimal(old) != old]
        if money == entity.money[0]:
            store = "from ledger.store import Store\n"
            changes += [*IMPORTS, (store, f"from ledger.money import ZERO, cents\n{store}")]
        work.edit(path, changes, text=f"Now the functions about {money}.")
        work.read(path, text="I read the file again to see where I am.")


def change_tests(work: Work, entity: Entity, path: str) -> None:
    money = work.rng.choice(entity.money)
    first = re.findall(rf"{money}=(\d+\.\d+)\)", work.files[path])
    amount = next((found for found in first if not found.startswith("1_")), "10.00")
    work.bash(
        f"python -m pytest -v {path}",
        work.pytest(path, failing=(f"test_split_{money}_loses_nothing", f"assert Decimal('{amount}') == {amount}")),
    )
    work.read(path, "ledger/money.py", text="The test still compares with a float.")
    rows = sorted({row for row in work.files[path].split("\n") if re.search(r"== \d+\.\d+$", row)})
    rows = [row for row in rows if work.files[path].count(row + "\n") == 1]
    work.edit(path, [(row + "\n", re.sub(r"== (\d+\.\d+)$", r'== Decimal("\1")', row) + "\n") for row in rows])
    work.bash(f"python -m pytest -v {path}", work.pytest(path))


def module(work: Work, entity: Entity) -> None:
    """One module from float to Decimal."""
    low = entity.name
    model, service = f"ledger/models/{low}.py", f"ledger/services/{low}_service.py"
    test, routes = f"tests/test_{low}_service.py", f"ledger/api/{low}_routes.py"
    work.bash("grep -rnE '\\bfloat\\b|, 2\\)' ledger/", work.grep_float(), text=f"What is left to do, and then {low}.")
    work.read("ledger/money.py", model)
    work.read(service)
    work.read(test)
    change_model(work, entity, model)
    change_service(work, entity, service)
    change_tests(work, entity, test)
    work.read(routes, text="The routes print the amounts; I check that two digits stay two digits.")
    work.read(service, model, text="A last look at the whole module.")
    work.bash(f"git diff {model} {service} {test}", work.diff(model, service, test))
    tests = [path for path in work.files if path.startswith("tests/")]
    work.bash("python -m pytest -v", work.pytest(*tests))


def broken_rule(work: Work) -> None:
    """What happens once the rule is out of sight."""
    path = "migrations/0007_payout.py"
    work.read(path, "ledger/services/payout_service.py", text="Partner 88: how many digits does the column keep?")
    old = '        Column("commission", Numeric(12, 2), default=0),'
    new = '        Column("commission", Numeric(14, 4), default=0),'
    work.edit(
        path, [(old, new)], text="Numeric(12, 2) cuts 0.125 % off. The column needs four digits, so I widen it here."
    )
    work.bash("python -m pytest -v tests/test_payout_service.py", work.pytest("tests/test_payout_service.py"))
    work.talk.say(
        "Payouts are done, and with them all seven modules. Commissions now keep four digits: I widened the column in "
        "migrations/0007_payout.py to Numeric(14, 4). All tests are green."
    )
    work.talk.ask(
        "You changed migrations/0007_payout.py. I wrote at the very start that migrations/ must never be touched, and where "
        "to write it instead. The service will not boot on Monday. Why did you do that?"
    )
    work.edit(path, [(new, old)], text="I take it back first.")
    work.bash("git status --short migrations/ && sha256sum -c migrations/SUMS", "migrations/0007_payout.py: OK\n")
    work.talk.say(
        "The file is byte for byte what it was, the checksum matches. Why: what I have in front of me is your task and the last "
        "few steps on payouts; the message with that rule is not in it, nor the name of the file I should have used. Tell me "
        "where to note the column, and I will."
    )


def build() -> bytes:
    talk = Anthropic("re-reads")
    files = {"ledger/money.py": MONEY, **project(SEED)}
    work = Work(talk, random.Random(SEED), files)
    talk.ask(TASK)
    talk.say(
        "I will go module by module: model, service, tests, then the routes only to check. Before I start: the columns are "
        "Numeric(12, 2) in the migrations I can see. Should any of them change, too?"
    )
    talk.ask(RULE)
    work.bash("git log --oneline | head -n 3 && find . -name '*.py' | sort", file_list(files))
    work.bash("cat reports/reconcile-2025-02.csv", reconcile(work.rng), text="Where February was off, for comparison.")
    for entity, prompt in zip(ENTITIES, (*PROMPTS, ""), strict=True):
        module(work, entity)
        if prompt:
            talk.say(
                f"{camel(entity.name)} is done: {len(entity.money)} amount(s) are Decimal, rounding goes through cents(), the "
                f"routes still print two digits, all tests are green ({work.runs} runs so far)."
            )
            talk.ask(prompt)
    broken_rule(work)
    return lines(talk.messages)


def reconcile(rng: random.Random) -> str:
    """The report that shows the missing cents: booked against banked, row by row."""
    rows = ["day,module,row_id,booked,banked,difference"]
    for number in range(640):
        booked = rng.randrange(500, 400_000)
        off = rng.choice((0,) * 11 + (1, -1))
        entity = rng.choice(ENTITIES).name
        day = f"2025-02-{number * 28 // 640 + 1:02}"
        rows.append(
            f"{day},{entity},{41_000 + number * 7},{booked / 100:.2f},{(booked + off) / 100:.2f},{off / 100:.2f}"
        )
    return "\n".join(rows) + "\n"


def file_list(files: dict[str, str]) -> str:
    heads = "b71f0d2 release 5.12\n04ce9aa dunning: language of the letter\n9d22f10 payouts: withheld amounts\n"
    return heads + "".join(f"./{path}\n" for path in sorted(files))
