"""A small invoicing project that exists only in memory: its files, and what its test run prints. Made from a seed."""

from __future__ import annotations

import random
from typing import NamedTuple


class Entity(NamedTuple):
    """One thing that the project keeps books of. `money` are the fields that hold an amount."""

    name: str
    about: str
    money: tuple[str, ...]
    other: tuple[tuple[str, str], ...]
    states: tuple[str, ...]


ENTITIES = (
    Entity("invoice", "a bill sent to a customer", ("net", "tax", "shipping"),
           (("number", "str"), ("customer_id", "int"), ("issued_on", "date"), ("due_on", "date"), ("currency", "str")),
           ("draft", "sent", "paid", "void")),
    Entity("credit_note", "money given back on an invoice", ("amount", "tax_part"),
           (("number", "str"), ("invoice_id", "int"), ("reason", "str"), ("granted_on", "date")),
           ("open", "applied", "expired")),
    Entity("payment", "money that arrived", ("amount", "bank_fee"),
           (("reference", "str"), ("invoice_id", "int"), ("received_on", "date"), ("channel", "str")),
           ("pending", "matched", "bounced")),
    Entity("subscription", "a plan that bills every month", ("monthly_price", "setup_fee", "discount"),
           (("plan", "str"), ("customer_id", "int"), ("starts_on", "date"), ("cancelled_on", "date")),
           ("trial", "active", "paused", "ended")),
    Entity("tax_rate", "a rate that holds in one region for a time", ("threshold",),
           (("region", "str"), ("percent", "float"), ("valid_from", "date"), ("valid_until", "date")),
           ("planned", "in_force", "past")),
    Entity("dunning", "a reminder about an overdue invoice", ("late_fee", "interest"),
           (("invoice_id", "int"), ("level", "int"), ("sent_on", "date"), ("language", "str")),
           ("scheduled", "sent", "settled")),
    Entity("payout", "money sent to a partner", ("gross", "commission", "withheld"),
           (("partner_id", "int"), ("period", "str"), ("paid_on", "date"), ("account_hint", "str")),
           ("collected", "approved", "paid", "failed")),
)  # fmt: skip

WHY = (
    "The list is short, so a scan is cheaper than an index.",
    "Rows without a date come last; the report relies on that.",
    "A second call on the same day must not change anything.",
    "The auditor wants the old value kept, so nothing is overwritten.",
    "Partners in other time zones see the date of the head office.",
    "An empty result is normal on the first day of a month.",
    "The lock is held by the caller; this function takes none.",
    "Amounts of zero are kept: they show that somebody looked.",
    "The export of 2023 had these columns in another order.",
    "Half a cent is rounded away from zero here, unlike in the report.",
    "The nightly job calls this with batches of 500.",
    "Callers outside this package must go through the routes.",
    "The legacy importer passes text; it is converted at the border.",
    "This is the only place that knows the format of the reference.",
    "Support edits these rows by hand twice a year.",
)


def camel(name: str) -> str:
    return "".join(part.title() for part in name.split("_"))


def model(entity: Entity, rng: random.Random) -> str:
    """The record of an entity."""
    rows = [f"    {name}: {kind} | None = None" for name, kind in entity.other]
    rows += [f"    {name}: float = 0.0" for name in entity.money]
    checks = "\n".join(
        f"        if self.{name} < 0:\n"
        f'            raise ValueError(f"{entity.name} {{self.id}}: {name} is negative ({{self.{name}:.2f}})")'
        for name in entity.money
    )
    total = " + ".join(f"self.{name}" for name in entity.money)
    states = "\n".join(f'    {state.upper()} = "{state}"' for state in entity.states)
    moves = "\n".join(
        f"    {camel(entity.name)}State.{a.upper()}: frozenset({{{camel(entity.name)}State.{b.upper()}}}),"
        for a, b in zip(entity.states, entity.states[1:], strict=False)
    )
    name = camel(entity.name)
    return f'''"""{name}: {entity.about}."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from ledger.audit import Change
from ledger.ids import new_id


class {name}State(StrEnum):
{states}


@dataclass(frozen=True, slots=True)
class {name}:
    """{entity.about.capitalize()}. {rng.choice(WHY)}"""

    id: int = field(default_factory=new_id)
    state: {name}State = {name}State.{entity.states[0].upper()}
{chr(10).join(rows)}
    changes: tuple[Change, ...] = ()

    def check(self) -> None:
        """Raise `ValueError` when an amount makes no sense. {rng.choice(WHY)}"""
{checks}

    @property
    def total(self) -> float:
        """All amounts together, in the currency of the row. {rng.choice(WHY)}"""
        return round({total}, 2)

    def moved(self, state: {name}State, by: str, on: date) -> {name}:
        """The same row in another state, with the step written to its changes."""
        if state not in MOVES.get(self.state, frozenset()):
            raise ValueError(f"{entity.name} {{self.id}} cannot go from {{self.state}} to {{state}}")
        change = Change(by=by, on=on, field="state", old=self.state, new=state)
        return replace(self, state=state, changes=(*self.changes, change))


# {rng.choice(WHY)}
MOVES = {{
{moves}
}}
'''


def _method(entity: Entity, money: str, number: int, rng: random.Random) -> str:
    """One function of a service about one amount."""
    name, low = camel(entity.name), entity.name
    limit, share = rng.choice((50, 75, 120, 250, 400, 999)), rng.choice((0.5, 0.05, 0.19, 0.07, 0.025, 0.3))
    state = rng.choice(entity.states).upper()
    day = rng.choice((7, 14, 30, 45, 90))
    shapes = (
        f'''
    def {money}_of_open(self, on: date) -> float:
        """Sum of {money} over everything that is not {state.lower()} yet. {rng.choice(WHY)}"""
        rows = [row for row in self.store.all() if row.state != {name}State.{state}]
        total = 0.0
        for row in rows:
            # {rng.choice(WHY)}
            total += row.{money}
        self.log.info("{low}: {money} of %d open rows on %s is %.2f", len(rows), on, total)
        return round(total, 2)
''',
        f'''
    def split_{money}(self, row_id: int, parts: int) -> list[float]:
        """Divide {money} into equal parts; the last one takes what is left over. {rng.choice(WHY)}"""
        if parts < 1:
            raise ValueError(f"{low} {{row_id}}: cannot split into {{parts}} parts")
        row = self.store.get(row_id)
        part = round(row.{money} / parts, 2)
        last = round(row.{money} - part * (parts - 1), 2)
        if last < 0:
            self.log.warning("{low} %d: the last part of {money} is negative: %.2f", row_id, last)
        return [part] * (parts - 1) + [last]
''',
        f'''
    def cap_{money}(self, row_id: int, by: str, on: date) -> {name}:
        """Limit {money} to {limit}.00; what is above goes to the audit log. {rng.choice(WHY)}"""
        row = self.store.get(row_id)
        if row.{money} <= {limit}.0:
            return row
        surplus = round(row.{money} - {limit}.0, 2)
        change = Change(by=by, on=on, field="{money}", old=f"{{row.{money}:.2f}}", new="{limit}.00")
        self.audit.write("{low}.{money}.capped", row_id=row_id, surplus=surplus)
        # {rng.choice(WHY)}
        return self.store.put(replace(row, {money}={limit}.0, changes=(*row.changes, change)))
''',
        f'''
    def {money}_after_share(self, row_id: int) -> float:
        """What stays of {money} when the share of {share:.3f} is taken off. {rng.choice(WHY)}"""
        row = self.store.get(row_id)
        share = row.{money} * {share}
        rest = row.{money} - share
        if abs(rest + share - row.{money}) > 0.005:
            raise ArithmeticError(f"{low} {{row_id}}: {money} does not add up ({{rest}} + {{share}})")
        return round(rest, 2)
''',
        f'''
    def {money}_by_week(self, first: date, last: date) -> dict[str, float]:
        """{money.capitalize()} per ISO week between two days, both included. {rng.choice(WHY)}"""
        weeks: dict[str, float] = {{}}
        for row in self.store.between(first, last):
            year, week, _ = row.changes[-1].on.isocalendar() if row.changes else first.isocalendar()
            key = f"{{year}}-W{{week:02}}"
            # {rng.choice(WHY)}
            weeks[key] = round(weeks.get(key, 0.0) + row.{money}, 2)
        return dict(sorted(weeks.items()))
''',
        f'''
    def stale_{money}(self, on: date) -> list[{name}]:
        """Rows with {money} whose last change is more than {day} days old. {rng.choice(WHY)}"""
        found = []
        for row in self.store.all():
            if not row.{money} or row.state == {name}State.{entity.states[-1].upper()}:
                continue
            last = row.changes[-1].on if row.changes else None
            if last is None or (on - last).days > {day}:
                found.append(row)
        return sorted(found, key=lambda row: (-row.{money}, row.id))
''',
    )
    return shapes[number % len(shapes)]


def service(entity: Entity, rng: random.Random) -> str:
    """What can be done with an entity."""
    name, low = camel(entity.name), entity.name
    order = rng.sample(range(6), 6)
    methods = "".join(_method(entity, money, kind, rng) for money in entity.money for kind in order)
    return f'''"""What can be done with {low.replace("_", " ")}s. {rng.choice(WHY)}"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import date

from ledger.audit import AuditLog, Change
from ledger.models.{low} import {name}, {name}State
from ledger.store import Store


class {name}Service:
    """Rules about {entity.about}. {rng.choice(WHY)}"""

    def __init__(self, store: Store[{name}], audit: AuditLog) -> None:
        self.store = store
        self.audit = audit
        self.log = logging.getLogger("ledger.{low}")

    def add(self, row: {name}, by: str, on: date) -> {name}:
        """Check a new row and keep it. {rng.choice(WHY)}"""
        row.check()
        self.audit.write("{low}.added", row_id=row.id, by=by, total=row.total)
        return self.store.put(replace(row, changes=(Change(by=by, on=on, field="id", old="", new=str(row.id)),)))

    def total(self) -> float:
        """Everything in the store. {rng.choice(WHY)}"""
        return round(sum(row.total for row in self.store.all()), 2)
{methods}'''


def routes(entity: Entity, rng: random.Random) -> str:
    """The HTTP side of an entity."""
    name, low = camel(entity.name), entity.name
    amounts = "".join(f'        "{money}": f"{{row.{money}:.2f}}",\n' for money in entity.money)
    others = "".join(f'        "{field}": row.{field},\n' for field, _ in entity.other)
    lists = "".join(
        f'''

@router.get("/{low}/{money}/open")
def {money}_open(on: date, service: {name}Service = Depends(provide)) -> dict[str, str]:
    """{rng.choice(WHY)}"""
    return {{"{money}": f"{{service.{money}_of_open(on):.2f}}", "currency": DEFAULT_CURRENCY}}


@router.get("/{low}/{money}/weeks")
def {money}_weeks(first: date, last: date, service: {name}Service = Depends(provide)) -> dict[str, str]:
    """{rng.choice(WHY)}"""
    if last < first:
        raise HTTPException(422, "last is before first")
    return {{week: f"{{amount:.2f}}" for week, amount in service.{money}_by_week(first, last).items()}}
'''
        for money in entity.money
    )
    return f'''"""HTTP routes for {low.replace("_", " ")}s. Amounts leave this module as text with two digits."""

from datetime import date

from ledger.models.{low} import {name}
from ledger.services.{low}_service import {name}Service
from ledger.web import DEFAULT_CURRENCY, Depends, HTTPException, Router, provide

router = Router(prefix="/v2")


def shown(row: {name}) -> dict[str, object]:
    """A row as the clients know it. {rng.choice(WHY)}"""
    return {{
        "id": row.id,
        "state": row.state.value,
{others}{amounts}        "total": f"{{row.total:.2f}}",
    }}


@router.get("/{low}/{{row_id}}")
def one(row_id: int, service: {name}Service = Depends(provide)) -> dict[str, object]:
    """One row, or 404. {rng.choice(WHY)}"""
    row = service.store.find(row_id)
    if row is None:
        raise HTTPException(404, f"no {low.replace("_", " ")} {{row_id}}")
    return shown(row)
{lists}'''


def tests(entity: Entity, rng: random.Random) -> str:
    """The tests of a service, one group for each amount."""
    name, low = camel(entity.name), entity.name
    groups = ""
    for money in entity.money:
        a, b, c = (rng.randrange(100, 99_999) / 100 for _ in range(3))
        parts = rng.choice((3, 4, 6, 7))
        groups += f'''

def test_{money}_of_open_adds_up(service, on):
    """{rng.choice(WHY)}"""
    for amount in ({a}, {b}, {c}):
        service.add({name}({money}=amount), by="test", on=on)
    assert service.{money}_of_open(on) == {round(a + b + c, 2)}


def test_split_{money}_loses_nothing(service, on):
    """{rng.choice(WHY)}"""
    row = service.add({name}({money}={a}), by="test", on=on)
    parts = service.split_{money}(row.id, {parts})
    assert len(parts) == {parts}
    assert sum(parts) == {a}


def test_cap_{money}_writes_the_surplus(service, audit, on):
    row = service.add({name}({money}=1_500.0), by="test", on=on)
    capped = service.cap_{money}(row.id, by="test", on=on)
    assert capped.{money} < 1_500.0
    assert audit.last("{low}.{money}.capped")["surplus"] == 1_500.0 - capped.{money}


def test_negative_{money}_is_refused(service, on):
    with pytest.raises(ValueError, match="negative"):
        service.add({name}({money}=-0.01), by="test", on=on)
'''
    return f'''"""Tests of the {low.replace("_", " ")} service."""

from datetime import date

import pytest

from ledger.audit import AuditLog
from ledger.models.{low} import {name}
from ledger.services.{low}_service import {name}Service
from ledger.store import Store


@pytest.fixture
def on() -> date:
    return date(2025, {rng.randrange(1, 13)}, {rng.randrange(1, 28)})


@pytest.fixture
def audit() -> AuditLog:
    return AuditLog()


@pytest.fixture
def service(audit: AuditLog) -> {name}Service:
    return {name}Service(Store(), audit)
{groups}'''


def migration(number: int, entity: Entity) -> str:
    """A step of the database; frozen once it ran anywhere."""
    columns = "\n".join(f'        Column("{money}", Numeric(12, 2), default=0),' for money in entity.money)
    return f'''"""{number:04}: the table of {entity.name.replace("_", " ")}s. Ran in production; do not edit."""

from ledger.migrate import Column, Date, Integer, Numeric, Table, Text

REVISION = "{number:04}"
PREVIOUS = {f'"{number - 1:04}"' if number > 1 else None}


def up(db):
    Table(
        "{entity.name}s",
        Column("id", Integer, primary_key=True),
        Column("state", Text, default="{entity.states[0]}"),
{columns}
    ).create(db)


def down(db):
    Table("{entity.name}s").drop(db)
'''


def project(seed: int) -> dict[str, str]:
    """Path → content of every file."""
    rng = random.Random(seed)
    files: dict[str, str] = {}
    for number, entity in enumerate(ENTITIES, start=1):
        files[f"ledger/models/{entity.name}.py"] = model(entity, rng)
        files[f"ledger/services/{entity.name}_service.py"] = service(entity, rng)
        files[f"ledger/api/{entity.name}_routes.py"] = routes(entity, rng)
        files[f"tests/test_{entity.name}_service.py"] = tests(entity, rng)
        files[f"migrations/{number:04}_{entity.name}.py"] = migration(number, entity)
    return files
