"""Twenty web pages about batteries for a village hall. Every maker, shop and forum in them is invented."""

from __future__ import annotations

import random
from typing import NamedTuple


class Cabinet(NamedTuple):
    """A battery cabinet; sizes in cm, prices in euro with tax."""

    maker: str
    name: str
    usable: float
    power: float
    height: int
    width: int
    depth: int
    weight: int
    price: int
    years: int
    cycles: int
    noise: int
    installer: str
    distance: int


CABINETS = (
    Cabinet("Halden", "H12", 11.8, 6.0, 192, 58, 42, 148, 9_340, 12, 8_000, 31, "Elektro Talgrund", 34),
    Cabinet("Norvik", "Stack 10", 9.6, 5.0, 148, 60, 38, 126, 8_120, 10, 6_000, 38, "Solar am Weiher", 52),
    Cabinet("Corvane", "Duo 14", 13.4, 7.5, 171, 72, 45, 196, 11_980, 10, 6_500, 35, "Elektro Talgrund", 34),
    Cabinet("Tellur", "T-Box 9", 8.7, 4.6, 112, 56, 33, 98, 6_990, 8, 5_000, 42, "Haustechnik Sieben Eichen", 81),
    Cabinet("Ostara", "Column 16", 15.2, 8.0, 201, 64, 44, 221, 13_450, 15, 9_000, 29, "Haustechnik Sieben Eichen", 81),
    Cabinet("Pallas", "Wall 7", 6.8, 3.7, 88, 61, 24, 71, 5_780, 10, 6_000, 24, "Solar am Weiher", 52),
    Cabinet("Brigg", "Pro 12", 11.2, 6.5, 174, 66, 40, 159, 9_870, 12, 7_000, 33, "Solar am Weiher", 52),
)

VOICES = (
    "mira_k",
    "oldbarn",
    "t.lindqvist",
    "hallwart",
    "rooffull",
    "ninefold",
    "jo-w",
    "quietcellar",
    "pv_anna",
    "dachs77",
)

CLAIMS = (
    "The display shows the state of charge in steps of five, which is coarse but enough for a glance in passing.",
    "Cables enter from below; whoever has a concrete floor needs a duct of at least 60 mm.",
    "The fan starts above 32 degrees in the room and was not heard through a closed door.",
    "A firmware update in the spring changed the order in which the modules are charged.",
    "Below 5 degrees the charging power falls to a third; an unheated shed is therefore no good place.",
    "The meter at the grid connection must be of the maker's own series, otherwise surplus is sent back at night.",
    "Replacement modules are promised for as long as the warranty runs, at list price.",
    "During a power cut the changeover took a little under twenty milliseconds; the fridge did not notice.",
    "Three-phase backup works, but the cooker and the hall's sound system together were too much for it.",
    "The registration with the grid operator took five weeks and was done by the installer.",
    "Data leaves the house only when the remote service is switched on; local reading works over the usual bus.",
    "The cabinet stands on four feet that can be levelled by 20 mm.",
    "In winter the usable part shrank by about six percent, less than the data sheet says.",
    "A second cabinet can be added within two years without losing the warranty of the first.",
    "The maker wants 20 cm of free air above the cabinet and 10 cm at the sides.",
    "Transport to the cellar needs three people; the modules come one by one, the frame in one piece.",
)

OPINIONS = (
    "We run ours in a parish room with {guests} guests on Saturdays and it carried the kitchen until {hour} o'clock.",
    "After {months} months the app counts {cycles} full cycles, so I expect it to outlive me.",
    "I paid {price} euro including the meter, and the quote from the big chain was {more} euro higher.",
    "The installer came from {km} km away and charged travel for two people, ask before you sign.",
    "Standby draws {watts} watts, measured with a clamp for a week.",
    "Support answered after {days} days and then knew at once what was wrong.",
    "If you only want it for evenings, {small} kWh are plenty for a hall without electric heating.",
    "We waited {weeks} weeks for delivery, the grid operator was not the slow part for once.",
)


def _opinion(rng: random.Random) -> str:
    return rng.choice(OPINIONS).format(
        guests=rng.randrange(30, 140), hour=rng.randrange(21, 24), months=rng.randrange(5, 40),
        cycles=rng.randrange(60, 700), price=rng.randrange(5_400, 14_200, 10), more=rng.randrange(400, 2_900, 10),
        km=rng.randrange(12, 95), watts=rng.randrange(9, 34), days=rng.randrange(2, 16),
        small=rng.choice((5, 6, 7, 8)), weeks=rng.randrange(3, 19),
    )  # fmt: skip


def data_sheet(cabinet: Cabinet) -> str:
    """The table of a product page. The height stands in it once, in millimetres."""
    return "\n".join(
        (
            "| item | value |",
            "|---|---|",
            f"| usable capacity | {cabinet.usable} kWh |",
            f"| power, continuous | {cabinet.power} kW |",
            f"| height x width x depth | {cabinet.height}0 x {cabinet.width}0 x {cabinet.depth}0 mm |",
            f"| weight with modules | {cabinet.weight} kg |",
            f"| noise at 1 m | {cabinet.noise} dB(A) |",
            f"| warranty | {cabinet.years} years or {cabinet.cycles} cycles |",
            "| protection | IP21, indoor only |",
            f"| list price with tax | {cabinet.price:,} euro |".replace(",", " "),
        )
    )


def product_page(cabinet: Cabinet, rng: random.Random) -> str:
    host = f"https://{cabinet.maker.lower()}.example.com"
    claims = rng.sample(CLAIMS, 11)
    return f"""{cabinet.maker} {cabinet.name} - storage for halls, workshops and large homes
Source: {host}/en/products/{cabinet.name.lower().replace(" ", "-")}
Home > Products > Storage > {cabinet.name}    [Cookie notice closed] [Language: en]

# {cabinet.maker} {cabinet.name}

{" ".join(claims[:4])}

## Data sheet

{data_sheet(cabinet)}

## Installation

{" ".join(claims[4:8])} Our partner in your region is {cabinet.installer}.

## Operation

{" ".join(claims[8:])}

## What owners say

{posts(rng, 14)}

## Questions

{questions(cabinet, rng)}

Footer: Imprint - Data protection - Dealers - Press - Careers - Newsletter - Terms of warranty (PDF, 1.2 MB)
"""


def posts(rng: random.Random, count: int) -> str:
    rows = []
    for number in range(1, count + 1):
        day = f"2025-{rng.randrange(1, 10):02}-{rng.randrange(1, 29):02}"
        text = f"{_opinion(rng)} {rng.choice(CLAIMS)} {_opinion(rng)}"
        rows.append(f"[{number}] {rng.choice(VOICES)}, {day}: {text}")
    return "\n\n".join(rows)


def questions(cabinet: Cabinet, rng: random.Random) -> str:
    pairs = (
        ("May it stand beside a gas boiler?", "Yes, with 50 cm between them and no common enclosure."),
        ("Is a permit needed?", f"Not below 20 kWh. The {cabinet.name} has {cabinet.usable}."),
        ("Can I mix old and new modules?", rng.choice(CLAIMS)),
        ("How loud is it at night?", f"{cabinet.noise} dB(A) at one metre; the fan rests below 1 kW."),
        ("What is left after ten years?", f"At least {rng.randrange(70, 86)} percent of the usable capacity."),
    )
    return "\n".join(f"Q: {question}\nA: {answer}" for question, answer in pairs)


def shop_page(number: int, rng: random.Random) -> str:
    rows = []
    for cabinet in CABINETS:
        price = cabinet.price - rng.randrange(0, 900, 10)
        stock = rng.choice(("in stock", "3 weeks", "7 weeks", "on request"))
        rows.append(f"| {cabinet.maker} {cabinet.name} | {price} | {rng.randrange(190, 640, 10)} | {stock} |")
    table = "\n".join(rows)
    return f"""Storage price list, dealer {number}
Source: https://shop{number}.example.net/storage
Sort: price up - price down - capacity    Filter: indoor, three-phase

| cabinet | price with tax, euro | delivery and carrying in, euro | available |
|---|---|---|---|
{table}

All prices with meter and cable set, without installation. {" ".join(rng.sample(CLAIMS, 6))}

Customer comments

{posts(rng, 15)}
"""


def forum_page(number: int, rng: random.Random) -> str:
    a, b = rng.sample(CABINETS, 2)
    return f"""Thread {8_000 + number * 37}: {a.maker} {a.name} or {b.maker} {b.name} for a club house?
Source: https://forum.example.org/t/{8_000 + number * 37}
Pages: 1 2 [3] 4    Subscribed: 41    Views: {rng.randrange(900, 9_000)}

{posts(rng, 24)}
"""


def rules_page(rng: random.Random) -> str:
    return f"""Grants for storage in community buildings, state of September
Source: https://grants.example.org/storage/community

A village hall that is owned by the commune or a registered club gets 220 euro for each usable kWh, at most 2,600 euro and at
most 30 percent of the invoice. Conditions: an installer from the regional list within 60 km of the building, an offer dated
before the order, and a commissioning report within nine months. The ceiling of an emergency exit must stay free: in rooms with
an exit nothing that stands may be taller than the ceiling less 5 cm.

{" ".join(rng.sample(CLAIMS, 7))}

Questions from applicants

{posts(rng, 16)}
"""


def pages(seed: int) -> list[tuple[str, str]]:
    """Twenty pages: address and text, in the order in which they are read."""
    rng = random.Random(seed)
    made = [product_page(cabinet, rng) for cabinet in CABINETS]
    shops = [shop_page(number, rng) for number in range(1, 5)]
    forum = [forum_page(number, rng) for number in range(1, 9)]
    order = [
        forum[0], rules_page(rng), made[0], made[1], shops[0], made[2], forum[1], made[3], shops[1], made[4],
        forum[2], made[5], shops[2], made[6], forum[3], forum[4], shops[3], forum[5], forum[6], forum[7],
    ]  # fmt: skip
    return [(page.split("Source: ")[1].split("\n")[0], page) for page in order]
