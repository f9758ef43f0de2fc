"""Names, paths, numbers and sayings for made-up sessions, drawn from wide tables so that two rarely coincide."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

VERBS = [
    "load",
    "flush",
    "merge",
    "resolve",
    "rotate",
    "drain",
    "settle",
    "rebuild",
    "enqueue",
    "throttle",
    "reconcile",
    "hydrate",
    "prune",
    "refund",
    "assign",
    "collate",
    "dispatch",
    "escalate",
    "ingest",
    "normalise",
    "paginate",
    "quote",
    "reserve",
    "sanitise",
    "tally",
    "unlock",
    "verify",
    "archive",
    "bill",
]
NOUNS = [
    "ledger",
    "invoice",
    "quota",
    "shard",
    "tenant",
    "cursor",
    "beacon",
    "parcel",
    "voucher",
    "roster",
    "depot",
    "kiosk",
    "tariff",
    "manifest",
    "pledge",
    "courier",
    "harvest",
    "signal",
    "orchard",
    "mirror",
    "gasket",
    "trellis",
    "anchor",
    "lantern",
    "compass",
    "garnet",
    "saddle",
    "thimble",
    "walrus",
    "pylon",
    "catalogue",
    "reading",
    "sensor",
    "patient",
    "basket",
    "shipment",
    "lease",
    "grant",
    "reel",
    "docket",
    "stanza",
    "crate",
    "ferry",
]
EXTENSIONS = {
    "code": ("py", "ts", "go", "rs", "java", "rb"),
    "ops": ("yaml", "conf", "service", "tf", "sh"),
    "data": ("csv", "parquet", "sql", "ipynb"),
    "research": ("md", "pdf", "html"),
    "support": ("eml", "json", "txt"),
}
FOLDERS = [
    "src",
    "lib",
    "services",
    "internal",
    "app",
    "core",
    "packages",
    "modules",
    "etc",
    "infra",
    "charts",
    "jobs",
    "models",
    "exports",
    "notes",
    "cases",
    "mail",
]
UNITS = ("ms", "GB", "MB", "%", "km", "requests/s", "rows", "EUR", "kWh", "mg", "days", "seats")
LABELS = ("timeout", "retries", "replicas", "threshold", "budget", "limit", "workers", "batch", "port", "ceiling")
SAYINGS = """connection pool exhausted|no space left on device|permission denied for relation|unexpected end of input
certificate has expired|deadlock detected while waiting|upstream closed the stream early|checksum does not match
parcel left at the wrong door|refund promised but never sent|the invoice shows the old address|charged twice in March
soil moisture fell below target|the control group was too small|results did not replicate in winter
token is not yet valid|foreign key violated on insert|cannot find a matching rate|queue depth above the alarm
please call back after six|the second reminder was a mistake|warm starts hide the leak|no rows were returned
the tariff changed overnight|margin error exceeds the effect|handshake timed out twice|stale lock left behind
the blue cable is the spare|seat map was never published|two readings share one stamp|header row is repeated
lease ends before the audit""".replace("\n", "|").split("|")
NAMES = [
    "borealis",
    "kestrel",
    "quillon",
    "marzipan",
    "obsidian",
    "tamarack",
    "zephyrine",
    "halcyon",
    "petrichor",
    "wolfram",
]


class Thing(NamedTuple):
    """Something that a text holds and a later reply may refer to.

    `kind` is path, identifier, number or quote. A number may have a name or a unit beside it: `beside`, whether it comes
    `before` the number, and whether that name is itself an identifier (`named`).
    """

    kind: str
    text: str
    beside: str = ""
    before: bool = False
    named: bool = False


def snake(rng: Random) -> str:
    parts = [rng.choice(VERBS), rng.choice(NOUNS), rng.choice(NOUNS)]
    return "_".join(parts if rng.random() < 0.6 else parts[:2])


def name(rng: Random) -> str:
    """An identifier of code: in one of four writings."""
    parts = snake(rng).split("_")
    kind = rng.randrange(8)
    if kind < 4:
        return "_".join(parts)
    if kind < 6:
        return parts[0] + "".join(each.title() for each in parts[1:])
    if kind == 6:
        return "".join(each.title() for each in parts)
    return "_".join(parts).upper()


def label(rng: Random) -> str:
    """An identifier of things outside of code: tickets, hashes, hosts, versions, keys."""
    a, b = rng.choice(NOUNS), rng.choice(NOUNS)
    hexes = f"{rng.getrandbits(48):012x}"
    return rng.choice(
        (
            f"{rng.choice(('INC', 'OPS', 'CASE', 'ORD', 'PAY', 'LAB'))}-{rng.randint(1000, 99999)}",
            f"{hexes[:7]}" if not hexes[:7].isdigit() and any(c.isdigit() for c in hexes[:7]) else f"{hexes}f",
            f"{hexes[:8]}-{hexes[2:6]}-4{hexes[5:8]}-a{hexes[8:11]}-{rng.getrandbits(48):012x}",
            f"{a}-{b}-{hexes[:6]}-{rng.choice('bcdfg')}{rng.randint(2, 9)}{rng.choice('klmnp')}4z",
            f"10.{rng.randint(2, 250)}.{rng.randint(2, 250)}.{rng.randint(2, 250)}",
            f"v{rng.randint(1, 19)}.{rng.randint(0, 40)}.{rng.randint(1, 30)}",
            f"{a}.{b}.{rng.choice(NOUNS)}",
            f"{a}-{b}-{rng.choice(('prod', 'eu', 'staging', 'blue'))}",
            f"E_{a.upper()}_{rng.randint(100, 999)}",
            f"{a}.{b}@{rng.choice(NAMES)}.example",
        )
    )


def path(rng: Random, domain: str) -> str:
    stem = (
        "_".join((rng.choice(VERBS), rng.choice(NOUNS)))
        if rng.random() < 0.5
        else rng.choice(NOUNS) + rng.choice(NOUNS)
    )
    if rng.random() < 0.15:
        stem = stem.replace("_", "-") + f"-{rng.randint(2, 99)}"
    folders = [rng.choice(FOLDERS), *(rng.choice(NOUNS) for _ in range(rng.randint(0, 2)))]
    return "/".join((*folders, f"{stem}.{rng.choice(EXTENSIONS[domain])}"))


def big(rng: Random) -> str:
    """A number that nobody writes by chance."""
    whole = rng.randint(10_000, 9_999_999)
    return rng.choice(
        (
            str(whole),
            f"{whole:,}",
            f"{rng.uniform(0, 1):.4f}",
            f"{rng.uniform(10, 900):.3f}",
            f"{whole}.{whole % 90 + 10}",
        )
    )


def small(rng: Random) -> str:
    return str(rng.randint(11, 99) if rng.random() < 0.4 else rng.randint(101, 4999))


def identifier(rng: Random) -> Thing:
    return Thing("identifier", name(rng) if rng.random() < 0.55 else label(rng))


def saying(rng: Random) -> Thing:
    tail = f"{rng.choice(('near', 'for', 'after', 'beside'))} the {rng.choice(NOUNS)} {rng.choice(NOUNS)}"
    return Thing("quote", f"{rng.choice(SAYINGS)} {tail}")


def measured(rng: Random) -> Thing:
    """A number with its unit."""
    return Thing("number", rng.choice((small, small, big))(rng), rng.choice(UNITS))


def valued(rng: Random) -> Thing:
    """A number with its name before it."""
    if rng.random() < 0.5:
        return Thing("number", small(rng), rng.choice(LABELS), before=True)
    return Thing("number", rng.choice((small, big))(rng), snake(rng), before=True, named=True)
