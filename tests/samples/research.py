"""Twenty pages of research with a `compact` call in the middle whose focus leaves out the one fact that decides."""

from __future__ import annotations

import random

from tests.samples.forms import Chat, compact, lines
from tests.samples.research_pages import CABINETS, pages

SEED = 77

SYSTEM = """You are a research assistant. You search the web, read pages one at a time, and keep notes with write_note after each \
page. Quote numbers exactly and name the page. When your context gets full, call compact and say in focus what must be kept."""

TASK = """Our village hall gets a battery. Please read about twenty pages and recommend ONE cabinet. What counts:
- it stands in the cloakroom, whose ceiling is at 1.80 m and which has an emergency exit,
- 14,000 euro at most, everything included,
- at least 9 kWh usable,
- the installer must be within 60 km, or we lose the grant.
Take notes page by page, I want to be able to follow how you got there."""

REMARKS = (
    "The owners agree more with each other than with the data sheet.",
    "Nothing here about the grid operator; to be asked later.",
    "Prices differ by several hundred euro between dealers for the same cabinet.",
    "The comments on noise are about the fan at high power, not about standby.",
    "Delivery times are longer than the makers say.",
    "The winter figures come from two owners only, so they are weak evidence.",
    "Backup in a power cut is a nice extra and was not asked for.",
    "Several people mention how heavy the frame is; the cloakroom has four steps.",
)


def note(number: int, address: str, text: str, rng: random.Random) -> str:
    """A page of notes in the reader's own words, with the numbers of the page."""
    seen = [cabinet for cabinet in CABINETS if f"{cabinet.maker} {cabinet.name}" in text]
    rows = [f"## Page {number}: {address}", ""]
    for cabinet in seen[:4]:
        rows.append(
            f"- {cabinet.maker} {cabinet.name}: {cabinet.usable} kWh usable, {cabinet.power} kW, list price {cabinet.price} "
            f"euro, warranty {cabinet.years} years or {cabinet.cycles} cycles, installer {cabinet.installer}."
        )
    if number == 3:
        rows.append("- Halden H12 is 1920 mm high: it does NOT fit under the ceiling of 1.80 m less 5 cm. Out.")
    if number == 2:
        rows.append("- Grant: 220 euro per kWh, at most 2,600 and 30 %, installer within 60 km, nothing above 1.75 m.")
    quotes = [row.split(": ", 1)[1] for row in text.split("\n") if row.startswith("[")]
    rows += [f"- {quote}" for quote in rng.sample(quotes, min(10, len(quotes)))]
    rows += ["", *rng.sample(REMARKS, 3)]
    return "\n".join(rows)


def found(query: str, addresses: list[str]) -> str:
    hits = [
        {"title": address.split("//")[1].replace("/", " - "), "url": address, "rank": rank}
        for rank, address in enumerate(addresses, start=1)
    ]
    return compact({"query": query, "results": hits})


QUERIES = {
    0: "battery storage village hall experience",
    2: "Halden H12 data sheet",
    4: "storage cabinet price list with tax",
    6: "club house battery forum Norvik Corvane",
    9: "Ostara Column 16 installer",
    11: "wall battery community building noise",
    14: "battery cabinet low ceiling owners",
    17: "storage delivery time autumn",
}

FOCUS = (
    "prices with tax, usable capacity, warranty and installer of every cabinet read so far; the grant of 220 euro per kWh; "
    "which pages are still to be read"
)


def build() -> bytes:
    talk = Chat("research")
    rng = random.Random(SEED)
    found_pages = pages(SEED)
    talk.add("system", SYSTEM)
    talk.add("user", TASK)
    for at, (address, text) in enumerate(found_pages):
        number = at + 1
        if at in QUERIES:
            near = [found_pages[index][0] for index in range(at, min(at + 5, 20))]
            talk.use(("web_search", {"query": QUERIES[at]}, found(QUERIES[at], near)), text="What is there to read?")
        talk.use(("fetch_page", {"url": address}, text), text=f"Page {number} of twenty.")
        saved = note(number, address, text, rng)
        reply = f"notes/{number:02}.md written, {len(saved)} characters"
        talk.use(("write_note", {"file": f"notes/{number:02}.md", "text": saved}, reply))
        if number == 9:
            talk.use(("compact", {"focus": FOCUS}, "Compacted."), text="My context is filling up; I keep what I need.")
        if number == 12:
            talk.add(
                "assistant",
                "Twelve pages read. So far Halden and Brigg lead on price per kWh; shall I go on as planned?",
            )
            talk.add("user", "Yes, go on. The council meets on Thursday, so please finish all twenty.")
        if number == 17:
            talk.use(
                ("calculate", {"expression": "9340 + 2150 + 380 - 2596"}, "9274"), text="The cost of the Halden H12."
            )
    finish(talk)
    return lines(talk.messages)


def finish(talk: Chat) -> None:
    """The recommendation that forgot the ceiling, and how it came out."""
    talk.add(
        "assistant",
        "I have read twenty pages. Recommendation: Halden H12. 11.8 kWh usable, 12 years or 8,000 cycles, 9,340 euro list price; "
        "with installation (2,150) and delivery (380) less the grant of 220 x 11.8 = 2,596 it comes to 9,274 euro. Elektro "
        "Talgrund is 34 km away, so the grant is safe. Second place: Brigg Pro 12 at 9,870 euro.",
    )
    talk.add("user", "How tall is the Halden, and does it fit into our cloakroom?")
    page = "## Page 3: https://halden.example.com/en/products/h12\n\n- Halden H12 is 1920 mm high: it does NOT fit under the "
    talk.use(
        ("read_note", {"file": "notes/03.md"}, page + "ceiling of 1.80 m less 5 cm. Out.\n"),
        text="I do not have its height any more; I look it up in my notes.",
    )
    talk.add(
        "assistant",
        "It does not fit: 1.92 m, and I had written that down on page 3 myself. When I compacted after page 9 I asked to keep "
        "prices, capacities and installers, and the heights went. The ceiling allows 1.75 m. That leaves the Brigg Pro 12 "
        "(1.74 m, 11.2 kWh, 9,870 euro, Solar am Weiher, 52 km): with installation and delivery less 2,464 euro grant about "
        "9,940 euro. My recommendation is the Brigg Pro 12.",
    )
