"""Read-only debugging of an order service over three turns; the third one waits for a file. A JSON array of messages.

The reason stands in the middle of a log of several thousand tokens: a preview of its last 40 lines does not show it.
"""

from __future__ import annotations

import json
import random

from tests.samples.forms import Anthropic

SEED = 404
SHOPS = ("berlin", "lyon", "porto", "gdansk", "malmo", "trieste")
ITEMS = ("mug", "lamp", "rug", "chair", "shelf", "kettle", "vase", "clock")

README = """# order-service

Takes orders from the shops, reserves stock, and hands them to shipping.

## Layout

| file | what it does |
|---|---|
| order_service.py | looks orders up, builds the answer for the shop |
| stock.py | reserves and releases stock |
| shipping.py | labels and pick-up times |
| store.py | SQLite, one connection per request |
| api.py | HTTP routes, turns exceptions into status codes |
| server.log | the log of the running process, rotated at midnight |

## Contracts

* `GET /orders/{id}` answers 200 with the order, or 404 with `{"error": "unknown order"}`.
* It must never answer 500 for an id that does not exist: the shops retry a 500 every two seconds.
* An order that was archived is still known: 200 with `"archived": true`.
* `store.find()` gives None for an unknown id; the callers have to deal with it.

## Operations

The process is started by the supervisor as `order-service --workers 4`. The database is copied at 02:00 UTC. Logs older than
14 days are removed. Nobody edits files on the production host; changes go through the release branch and a review.
"""

API = '''"""HTTP routes. Every exception that leaves a handler becomes a 500 and one line in the log."""

from http import HTTPStatus

from order_service import OrderService
from store import Store
from web import App, Request, Response

app = App()
service = OrderService(Store("orders.db"))


@app.get("/orders/{order_id}")
def one_order(request: Request) -> Response:
    """One order for a shop."""
    shown = service.describe(request.path["order_id"], shop=request.headers["X-Shop"])
    return Response(HTTPStatus.OK, shown)


@app.post("/orders")
def new_order(request: Request) -> Response:
    """Take an order; the answer holds its id and the pick-up time."""
    order = service.take(request.json(), shop=request.headers["X-Shop"])
    return Response(HTTPStatus.CREATED, {"id": order.id, "pick_up": order.pick_up.isoformat()})


@app.error
def failed(request: Request, error: Exception) -> Response:
    """The last resort: log it, answer 500."""
    app.log.exception("%s %s from %s", request.method, request.target, request.headers.get("X-Shop", "?"))
    return Response(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": "internal"})
'''

STORE = '''"""Orders in SQLite. One connection per request, closed by the caller."""

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Row:
    """An order as it is stored."""

    id: str
    shop: str
    lines: list[dict]
    state: str
    created: datetime
    archived: bool = False


class Store:
    """Finds and keeps orders."""

    def __init__(self, path: str) -> None:
        self.path = path

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=2.0)
        connection.row_factory = sqlite3.Row
        return connection

    def find(self, order_id: str) -> Row | None:
        """The order of that id, archived or not, or None."""
        with self.connect() as db:
            for table, archived in (("orders", False), ("orders_archive", True)):
                found = db.execute(f"SELECT * FROM {table} WHERE id = ?", (order_id,)).fetchone()
                if found is not None:
                    return self._row(found, archived)
        return None

    def keep(self, row: Row) -> None:
        """Write an order, or replace it."""
        values = (row.id, row.shop, json.dumps(row.lines), row.state, row.created.isoformat())
        with self.connect() as db:
            db.execute("INSERT OR REPLACE INTO orders VALUES (?, ?, ?, ?, ?)", values)

    @staticmethod
    def _row(found: sqlite3.Row, archived: bool) -> Row:
        created = datetime.fromisoformat(found["created"])
        return Row(found["id"], found["shop"], json.loads(found["lines"]), found["state"], created, archived)
'''

TRACE = """2025-06-03T10:41:17Z ERROR api    w3 GET /orders/order_404 from lyon
Traceback (most recent call last):
  File "/srv/orders/web.py", line 88, in dispatch
    return handler(request)
  File "/srv/orders/api.py", line 15, in one_order
    shown = service.describe(request.path["order_id"], shop=request.headers["X-Shop"])
  File "/srv/orders/order_service.py", line 41, in describe
    state = order["state"]
            ~~~~~^^^^^^^^^
TypeError: 'NoneType' object is not subscriptable
2025-06-03T10:41:17Z INFO  access w3 GET /orders/order_404 500 4 ms lyon"""


def log_rows(rng: random.Random, first: int, count: int) -> list[str]:
    """Ordinary lines of the access log."""
    rows = []
    for number in range(first, first + count):
        second = number * 7 + rng.randrange(5)
        at = f"2025-06-03T{9 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
        shop, order = rng.choice(SHOPS), f"order_{rng.randrange(310, 403)}"
        worker, took = rng.randrange(1, 5), rng.randrange(3, 48)
        kind = rng.randrange(8)
        if kind < 5:
            rows.append(f"{at} INFO  access w{worker} GET /orders/{order} 200 {took} ms {shop}")
        elif kind == 5:
            rows.append(f"{at} INFO  stock  w{worker} reserved {rng.randrange(1, 6)} x {rng.choice(ITEMS)} for {order}")
        elif kind == 6:
            rows.append(f"{at} INFO  access w{worker} POST /orders 201 {took + 60} ms {shop}")
        else:
            rows.append(f"{at} WARN  store  w{worker} database busy for {rng.randrange(20, 400)} ms, waited")
    return rows


def server_log() -> str:
    """Two hours of the log: the error at 10:41, then retries that only show the status."""
    rng = random.Random(SEED)
    rows = log_rows(rng, 0, 180)
    rows += [
        "2025-06-03T10:41:02Z INFO  store  nightly archive job finished late: 1,204 orders moved to orders_archive",
        *TRACE.split("\n"),
    ]
    for number in range(90):
        second = 19 + number * 2
        at = f"2025-06-03T10:{41 + second // 60:02}:{second % 60:02}Z"
        worker, took = rng.randrange(1, 5), rng.randrange(3, 9)
        rows.append(f"{at} INFO  access w{worker} GET /orders/order_404 500 {took} ms lyon")
    return "\n".join(rows) + "\n"


def stock_export(rng: random.Random, day: str, count: int) -> str:
    rows = [f"# stock of {day}, one line for each item and shop"]
    for number in range(count):
        item, shop = ITEMS[number % len(ITEMS)], SHOPS[number // len(ITEMS) % len(SHOPS)]
        free, held = rng.randrange(0, 300), rng.randrange(0, 40)
        rows.append(
            f"{day},{shop},{item}-{number:03},{free},{held},{free - held},{rng.choice(('ok', 'ok', 'low', 'check'))}"
        )
    return "\n".join(rows) + "\n"


def archive_log(rng: random.Random) -> str:
    """What the archive job wrote: one line for each order that it moved, order_404 among them."""
    rows = ["archive: orders older than 45 days, dry run: no, batch size 60"]
    for number in range(56):
        order = 404 if number == 31 else 240 + number * 2
        created = "2025-04-12" if order == 404 else f"2025-0{rng.randrange(2, 5)}-{rng.randrange(1, 18):02}"
        at = f"2025-06-03T10:{38 + number // 20:02}:{number * 3 % 60:02}Z"
        rows.append(f"{at} moved order_{order} of {rng.choice(SHOPS)}, created {created}, {rng.randrange(1, 9)} lines")
    return "\n".join([*rows, "2025-06-03T10:41:02Z done: 1,204 moved in 21 batches, 0 failed, first 56 shown"]) + "\n"


def archive_rows(rng: random.Random) -> str:
    """Rows of the archive table as the database shell prints them."""
    rows = []
    for number in range(60):
        order = 404 if number == 12 else 1_403 - number
        created = f"2025-04-{12 if order == 404 else rng.randrange(1, 18):02}T{rng.randrange(7, 20):02}:{rng.randrange(60):02}:00"
        rows.append(
            f"order_{order}|{rng.choice(SHOPS)}|{rng.choice(('shipped', 'shipped', 'returned'))}|{created}+00:00"
        )
    return "\n".join(rows) + "\n"


def build() -> bytes:
    rng = random.Random(SEED + 1)
    talk = Anthropic("order-404")
    first_turn(talk, rng)
    second_turn(talk, rng)
    talk.ask("Then read order_service.py and check that this is the reason, line by line. Still read only, please.")
    talk.use("read_file", {"path": "archive-2025-06-03.log"}, archive_log(rng), text="First: was it archived?")
    query = "SELECT id, shop, state, created FROM orders_archive ORDER BY rowid DESC LIMIT 60"
    talk.use("bash", {"command": f"sqlite3 -readonly orders.db '{query}'"}, archive_rows(rng))
    talk.call(
        ("read_file", {"path": "order_service.py"}),
        text="order_404 is in the archive, so the service could find it. Now the service against the stack trace.",
    )
    return (json.dumps(talk.messages, ensure_ascii=False, indent=1) + "\n").encode()


def first_turn(talk: Anthropic, rng: random.Random) -> None:
    """The aim and the rule: read only, every diagnosis with its evidence."""
    talk.ask(
        "The shop in Lyon gets a 500 for GET /orders/order_404 and retries it all the time. Find out why. Rules: READ ONLY, you "
        "change no file and restart nothing; every diagnosis quotes the line of server.log or of the code that proves it. First "
        "get to know the service and tell me what you understood. Stock may play a part, compare the last exports."
    )
    files = "README.md\napi.py\norder_service.py\norders.db\nserver.log\nshipping.py\nstock.py\nstore.py\nweb.py\nexports/\n"
    talk.use("list_files", {"path": "."}, files, text="I look around first, reading only.")
    talk.answer(
        talk.call(*(("read_file", {"path": path}) for path in ("README.md", "api.py", "store.py"))), README, API, STORE
    )
    days = ("2025-05-28", "2025-05-29", "2025-05-30", "2025-06-02")
    for day in days:
        talk.use("read_file", {"path": f"exports/stock-{day}.csv"}, stock_export(rng, day, 96))
    talk.say(
        "Understood: find the cause of the 500 for order_404, read only, with evidence. The README says an unknown id must give "
        "404 and store.find() returns None for it; api.py turns any exception into a 500. The four stock exports show nothing "
        "unusual. The place to look is server.log around the first 500."
    )


def second_turn(talk: Anthropic, rng: random.Random) -> None:
    """The log and a first explanation."""
    talk.ask("Good. Read server.log and give me a first explanation. order_404 was created on 12 April, if that helps.")
    talk.use("read_file", {"path": "server.log"}, server_log(), text="The whole log of this morning.")
    counts = "".join(
        f"{hour:02}:00  {rng.randrange(180, 900):>4} x 200   {errors:>4} x 500\n" for hour, errors in ((9, 0), (10, 91))
    )
    talk.use("bash", {"command": "awk '{print substr($1,12,2), $NF-2}' server.log | sort | uniq -c"}, counts)
    for hour in ("2025-06-01", "2025-06-02"):
        other = "\n".join(log_rows(rng, 500, 78)) + "\n"
        talk.use("bash", {"command": f"zcat server.log-{hour}.gz | tail -n 78"}, other.replace("2025-06-03", hour))
    for day in ("2025-06-03", "2025-06-04"):
        talk.use("read_file", {"path": f"exports/stock-{day}.csv"}, stock_export(rng, day, 96))
    talk.say(
        'First explanation: at 10:41:17 describe() in order_service.py line 41 does order["state"] while order is None '
        "(\"TypeError: 'NoneType' object is not subscriptable\"), so the shop gets a 500 instead of a 404. Fifteen seconds earlier "
        "the archive job moved 1,204 orders to orders_archive. Not proven yet: whether describe() looks into the archive at all. I "
        "have not read order_service.py so far."
    )
