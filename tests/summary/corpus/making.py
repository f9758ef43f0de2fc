"""How one token is made into another that looks as good and that the session does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

_FOLDERS = ("core", "common", "shared", "legacy", "internal", "vendor", "backup", "v2")
_STEMS = ("helpers", "config", "handlers", "client", "models", "registry", "session", "adapter")
_ENDINGS = {"py": "pyx", "rs": "toml", "tf": "hcl", "ts": "js", "tsx": "jsx", "md": "rst", "yaml": "json", "csv": "tsv"}
_OTHER = {
    "json": "yaml",
    "jsonl": "csv",
    "log": "txt",
    "toml": "ini",
    "sql": "py",
    "swift": "m",
    "kt": "java",
    "po": "mo",
}

_WORDS = ("backup", "remote", "session", "twice", "before", "archive", "timeout", "optional", "client", "deprecated")
_CHARACTERS = ("备份", "重复", "超时", "远程", "可选", "缓存")


_TIME = re.compile(r"(?:[01]?\d|2[0-3])(?::[0-5]\d){1,2}")


def other_paths(path: str, random: Random) -> Iterator[str]:
    """Another folder, another name, another ending; in an order of chance."""
    *folders, name = path.split("/")
    stem, dot, ending = name.rpartition(".")
    ways = (
        ["folder"] * bool([each for each in folders if each not in {"", "~", ".", ".."}])
        + ["stem"]
        + ["ending"] * bool(stem)
    )
    random.shuffle(ways)
    for way in ways:
        if way == "folder":
            at = random.choice([at for at, each in enumerate(folders) if each not in {"", "~", ".", ".."}])
            yield "/".join([*folders[:at], random.choice(_FOLDERS), *folders[at + 1 :], name])
        elif way == "stem":
            new = random.choice(_STEMS)
            yield "/".join([*folders, f"{new}{dot}{ending}" if stem else new])
        else:
            yield "/".join([*folders, f"{stem}.{(_ENDINGS | _OTHER).get(ending, 'bak')}"])


def other_numbers(number: str, random: Random, rounded: bool) -> Iterator[str]:
    """Another digit (the first one where the number is rounded), or another magnitude."""
    places = [at for at, sign in enumerate(number) if sign.isdigit()]
    for _ in range(12):
        new = _digit(number, places[0] if rounded else random.choice(places), random)
        if ":" not in number or _TIME.fullmatch(new):
            yield new
    if ":" not in number and "." not in number:
        yield f"{number}0" if "," not in number else number.replace(",", "", 1) + "0"


def _digit(text: str, at: int, random: Random) -> str:
    choices = [each for each in "123456789" if each != text[at]]
    return text[:at] + random.choice(choices) + text[at + 1 :]


def other_identifiers(name: str, random: Random) -> Iterator[str]:
    """One or two signs changed, letters of a hash among them."""
    is_hash = bool(re.fullmatch(r"(?:[a-z]+-)?[0-9a-f-]{7,}", name))
    start = name.index("-") + 1 if re.match(r"[a-z]+-[0-9a-f]{8}", name) and is_hash else 0
    places = [at for at, sign in enumerate(name) if at >= start and (sign.isdigit() or (is_hash and sign.isalpha()))]
    for _ in range(20):
        new = name
        for at in random.sample(places, min(len(places), random.choice((1, 2)))):
            new = _sign(new, at, random)
        yield new


def _sign(text: str, at: int, random: Random) -> str:
    signs = "123456789" if text[at].isdigit() else "abcdef"
    return text[:at] + random.choice([each for each in signs if each != text[at]]) + text[at + 1 :]


def other_quotations(quoted: str, random: Random) -> Iterator[str]:
    """One word of the quotation is another one."""
    if re.search(r"[一-鿿]", quoted):
        places = [match.span() for match in re.finditer(r"[一-鿿]{2}", quoted)]
        words = _CHARACTERS
    else:
        places = [match.span() for match in re.finditer(r"(?<![\w.])[A-Za-z]{3,}(?![\w.(])", quoted)]
        words = _WORDS
    random.shuffle(places)
    for start, end in places:
        yield quoted[:start] + random.choice(words) + quoted[end:]
