"""The tool library of the durable session: its tools and loans, the pages written from them, and the full outputs."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.samples.forms import Json

SEED = 1_403

KINDS = {
    "drills": ("hammer drill", "core drill", "drill press", "impact driver", "screwdriver set"),
    "saws": ("circular saw", "jigsaw", "mitre saw", "pruning saw", "tile saw"),
    "sanders": ("belt sander", "orbital sander", "floor sander", "detail sander"),
    "ladders": ("step ladder", "extension ladder", "scaffold tower", "roof hook ladder"),
    "garden": ("hedge trimmer", "shredder", "scarifier", "leaf blower", "post digger"),
    "measuring": ("laser level", "moisture meter", "cable detector", "thermal camera"),
    "plumbing": ("pipe wrench", "drain snake", "press tool", "pipe cutter", "pressure tester"),
    "painting": ("spray gun", "wallpaper steamer", "paint mixer", "extension pole"),
    "lifting": ("chain hoist", "pallet jack", "car jack", "glass lifter", "stair trolley"),
    "cleaning": ("pressure washer", "wet vacuum", "carpet cleaner", "steam cleaner"),
    "welding": ("inverter welder", "welding helmet", "angle grinder", "gas torch"),
    "bicycles": ("repair stand", "wheel truing stand", "headset press", "chain whip set"),
    "electrics": ("crimping tool", "multimeter", "cable reel", "soldering station"),
    "tiling": ("tile cutter", "mortar mixer", "suction cup", "grout float set"),
}
"""Category → what is lent."""

NOTES = (
    "Comes in a grey case; count the bits when it comes back.",
    "Needs a 16 A socket. The long cable is lent with it.",
    "Ask whether the borrower has used one before; if not, show it.",
    "Clean before return, otherwise 5.00 for cleaning.",
    "Two people are needed to carry it.",
    "Goggles and gloves go with it, free of charge.",
    "The guard must stay on. Without it the tool is not handed out.",
    "Blade changed in spring; a spare one hangs next to it.",
    "Only in the main branch; the east branch has no room for it.",
)


def tools(category: str) -> list[Json]:
    """The tools of one category, as `data/tools-<category>.json` holds them."""
    rng = random.Random(f"{SEED}:{category}")
    return [
        {
            "id": f"{category[:3].upper()}{number:03}",
            "name": f"{rng.choice(KINDS[category])} {rng.choice('ABCDEFGH')}{rng.randrange(10, 99)}",
            "branch": rng.choice(("main", "main", "east")),
            "shelf": f"{rng.choice('ABCDEF')}{rng.randrange(1, 30)}",
            "deposit": rng.randrange(2, 25) * 5,
            "day_fee": rng.randrange(2, 19) / 2,
            "state": rng.choice(("good", "good", "good", "worn", "in repair")),
            "note": rng.choice(NOTES),
        }
        for number in range(1, 18)
    ]


def as_file(value: Any) -> str:
    return json.dumps(value, indent=1) + "\n"


def page(category: str) -> str:
    """The page of one category."""
    rows = [
        f"# {category.capitalize()}",
        "",
        f"Written from data/tools-{category}.json. Fees are in euro a day; the deposit comes back with the tool.",
        "",
        "| id | tool | branch, shelf | deposit | fee | state |",
        "|---|---|---|---|---|---|",
    ]
    found = tools(category)
    for tool in found:
        place = f"{tool['branch']}, {tool['shelf']}"
        rows.append(
            f"| {tool['id']} | {tool['name']} | {place} | {tool['deposit']}.00 | {tool['day_fee']:.2f} | {tool['state']} |"
        )
    rows += ["", "## Before it goes over the counter", ""]
    rows += [f"* {tool['id']} {tool['name']}: {tool['note']}" for tool in found]
    return "\n".join(rows) + "\n"


def loan(rng: random.Random, number: int) -> Json:
    category = rng.choice(list(KINDS))
    tool = rng.choice(tools(category))
    day = number * 28 // 60 + 1
    back = None if rng.randrange(4) == 0 else f"2025-05-{min(31, day + rng.randrange(1, 20)):02}"
    member = f"M{rng.randrange(1000, 4000)}"
    return {"loan": 40_000 + number, "member": member, "tool": tool["id"], "from": f"2025-04-{day:02}", "back": back}


def loans() -> str:
    rng = random.Random(SEED + 1)
    return as_file([loan(rng, number) for number in range(60)])


def import_log() -> str:
    """The import of the old card index: what was taken, and the rows that were not."""
    rng = random.Random(SEED + 2)
    rejected = set(rng.sample(range(520), 37))
    rows = [
        "2025-05-06T08:00:01Z import of cards.csv, 4812 rows, every row that is rejected and a sample of the others"
    ]
    for number in range(520):
        at = f"2025-05-06T08:{number // 30:02}:{number % 30 * 2:02}Z"
        card, member = 1_000 + number * 9, rng.randrange(1000, 4000)
        if number in rejected:
            rows.append(f"{at} REJECTED card {card}: no member number (tool {rng.choice(list(KINDS))})")
        else:
            rows.append(
                f"{at} taken    card {card}: member M{member}, returned 20{rng.randrange(18, 25)}-0{rng.randrange(1, 10)}"
            )
    return (
        "\n".join([*rows, "2025-05-06T08:17:40Z done: 4775 taken, 37 rejected, all for want of a member number"]) + "\n"
    )


def rules(days: int) -> str:
    """The lending rules as the committee signed them, one paragraph for each category; `days` is how long a loan runs."""
    rng = random.Random(SEED + 3)
    rows = ["LENDING RULES", "", f"1. A loan runs for {days} days from the day on which the tool is handed over.", ""]
    for number, (category, names) in enumerate(KINDS.items(), start=2):
        rows += [f"{number}. {category.capitalize()}", ""]
        for part, name in enumerate(names, start=1):
            rows.append(
                f"{number}.{part} {name.capitalize()}: at most {rng.randrange(1, 4)} at a time, {rng.randrange(16, 19)} years or older, "
                f"deposit not below {rng.randrange(2, 12) * 5} euro. {rng.choice(NOTES)}"
            )
        rows.append("")
    return "\n".join([*rows, "Signed on 14 March 2025."]) + "\n"


def minutes() -> str:
    """The minutes of the committee. They were an artifact once and were cleaned up later."""
    rng = random.Random(SEED + 4)
    rows = ["MINUTES OF THE COMMITTEE, 14 March 2025", ""]
    for number, category in enumerate(KINDS, start=1):
        rows += [
            f"Item {number}: {category}",
            f"Spent {rng.randrange(60, 900)}.00, budget {rng.randrange(9, 14)}00.00.",
            "",
        ]
        rows += [f"- {rng.choice(NOTES)}" for _ in range(6)] + [""]
        if number == 7:
            rows += ["Decided, 5 to 1: a late fee ends at 15.00 euro for one tool, however late it comes back.", ""]
    return "\n".join([*rows, "Next meeting: 13 June 2025."]) + "\n"
