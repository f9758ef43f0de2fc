"""What a token of a text is: a path, an address, an identifier, or a plain word."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from inspector.summary.text import words as table

EXTENSIONS = table(
    "py pyi ipynb js jsx mjs cjs ts tsx vue svelte go rs c h cc cpp hpp cs java kt kts swift rb php pl lua r jl"
    " scala sh bash zsh ps1 bat sql html htm css scss less xml xsl json jsonl json5 yaml yml toml ini cfg conf env"
    " properties lock md mdx rst txt log csv tsv parquet db sqlite sqlite3 pdf png jpg jpeg gif svg ico webp zip tar"
    " gz tgz bz2 xz whl jar wasm proto graphql tf tfvars hcl dockerfile mk gradle service pem key crt out err diff"
    " patch bak tmp traj snap ex exs erl hs ml nix dart m"
)
_PROGRAMS = table(
    "git npm npx yarn pnpm bun node deno python python3 pip pip3 uv uvx poetry pytest tox ruff mypy black flake8"
    " cargo rustc go make cmake docker docker-compose podman kubectl helm terraform ansible aws gcloud az curl wget"
    " ssh scp rsync psql mysql sqlite3 redis-cli mongo java javac mvn gradle gradlew ./gradlew dotnet ruby bundle"
    " rails rake php composer ls cat cd cp mv rm mkdir chmod chown grep rg find sed awk head tail wc sort jq tar"
    " unzip sudo bash sh zsh source export echo env systemctl journalctl gh hg svn brew apt apt-get yum dnf alembic"
    " flask django-admin uvicorn gunicorn celery jest vitest mocha eslint prettier tsc vite webpack next playwright"
    " cypress phpunit rspec bats timeout nohup time kill pkill ps top free df du crontab mise hk pre-commit gofmt"
    " golangci-lint swift xcodebuild ctest bazel nix just task tmux inspector"
)
_PLAIN = table(
    "node.js vue.js next.js nuxt.js express.js three.js d3.js react.js asp.net e.g i.e a.k.a ph.d u.s no.1 github"
    " gitlab javascript typescript postgresql mysql sqlite nosql graphql youtube openai chatgpt macos ios ipados"
    " linux devops oauth oauth2 utf-8 utf8 sha-256 sha256 sha-1 sha1 md5 base64 http2 http3 ipv4 ipv6 x86 x64 x86_64"
    " amd64 arm64 i18n l10n a11y k8s s3 ec2 es6 es5 es2015 python3 python2 java8 p50 p90 p95 p99 gpt-4 gpt4 gpt-4o"
    " h1 h2 h3 e2e 2xx 3xx 4xx 5xx web3 b2b 2fa mp3 mp4 id3 log4j numpy pytorch scikit jquery bigquery dynamodb"
    " mongodb rabbitmq kubernetes elasticsearch pycharm vscode webassembly latex mcdonald iphone ebay wifi wi-fi"
    " json5 utf-16 iso-8601 iso8601 rfc3339 win32 win64 powershell readme changelog todo and/or i/o tcp/ip ci/cd n/a"
    " w/o a/b os/2 pl/sql client/server kib mib gib tib khz mhz ghz hz kwh mwh mah ma mv kv mw kw db dba phd whatsapp"
    " log2 log10 ln2 linkedin dropbox airbnb openstreetmap libreoffice openoffice wordpress"
)
_SEGMENT = re.compile(r"[A-Za-z0-9_.@+~$*…\-]+$")
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", re.I)
_HEX = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])(?:0x)?[0-9a-f]{6,64}$", re.I)
_VERSION = re.compile(r"v?\d+\.\d+\.\d+[\w.+-]*$|v\d+(?:\.\d+)*[\w.+-]*$", re.I)
_TICKET = re.compile(r"#?[A-Za-z][A-Za-z0-9]*[-_#]\d+[A-Za-z0-9_-]*$|#\d+$")
_MIXED = re.compile(r"(?=[\w-]*[A-Za-z])(?=[\w-]*\d)[A-Za-z0-9_-]{4,}$")
_CAMEL = re.compile(r"[A-Za-z0-9]*[a-z][A-Z][A-Za-z0-9]*$|[A-Z][A-Z]+[a-z]{2,}[A-Za-z0-9]*$")
_DOTTED = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T_]?[\d:.Z+-]*)?$|\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?$")
_MEASURE = re.compile(
    r"[~≈$+-]?\d+(?:[.,]\d+)*(?:[-–/x:]\d+(?:[.,]\d+)*)*(?:[kKMGTB]|[kKMGT]i?[Bb]|[a-z]{1,3}|st|nd|rd|th|px|rem"
    r"|fps|rpm|rps|qps)?%?$"
)
_ORDINAL = re.compile(r"\d+(?:-[a-z]{2,}){1,3}$")
_ENDING = re.compile(r"[\w*]\.[A-Za-z][A-Za-z0-9]{0,5}$")
_LOOSE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*(?:/[A-Za-z0-9][A-Za-z0-9_.-]*)+$")
_LINE_PART = re.compile(r"(?::\d+(?:[-:–]\d+)*|#L?\d+(?:-L?\d+)?|::[\w:\[\]./-]+)$")

Kind = Literal["path", "identifier", "url", "loose path"]
"""A loose path is two or more words joined by slashes, which may as well be alternatives."""


@lru_cache(maxsize=16_384)
def kind_of(token: str, code: bool = False) -> Kind | None:
    """What a token is; None for a word, a number, and whatever is too common to need a source."""
    low = token.lower()
    if low in _PLAIN or low.removesuffix("s") in _PLAIN or len(token) < 2:
        return None
    if "://" in token or low.startswith("www."):
        return "url"
    if _DATE.match(token):
        return "identifier"
    if _VERSION.match(token) or is_address(token):
        return "identifier"
    if _MEASURE.match(token) or _ORDINAL.match(low):
        return None
    if is_path(token, code):
        return "path"
    if _is_identifier(token, code):
        return "identifier"
    return "loose path" if _LOOSE.match(token) else None


def is_path(token: str, code: bool = False) -> bool:
    """Whether a token names a file or a folder."""
    bare = without_line(token)
    if "\\" in bare and re.match(r"[A-Za-z]:\\", bare):
        return True
    if "/" not in bare:
        return has_extension(bare)
    parts = [part for part in bare.split("/") if part]
    if not parts or not all(_SEGMENT.match(part) for part in parts) or all(part.isdigit() for part in parts):
        return False
    if bare.startswith("/"):
        return code or len(parts) > 1 or has_extension(parts[-1])
    if bare.startswith(("./", "../", "~/")) or bare.endswith("/") or _ENDING.search(parts[-1]):
        return all(len(part) < 120 for part in parts)
    return code and len(parts) > 1 and not bare.isupper() and not any(part.startswith("-") for part in parts)


def has_extension(name: str) -> bool:
    """Whether a name ends as the names of files do."""
    stem, dot, end = name.rpartition(".")
    return (
        bool(dot)
        and bool(stem)
        and end.lower() in EXTENSIONS
        and not stem.endswith(".")
        and len(stem) + len(end) > 2
        and any(map(str.isalnum, stem))
    )


def without_line(token: str) -> str:
    """A path without the line that follows it (`app.py:42`, `app.py#L42`, `test_a.py::test_b`)."""
    return _LINE_PART.sub("", token, count=1)


def _is_identifier(token: str, code: bool) -> bool:
    bare = token.strip("-@$./:")
    if not bare or bare.isdigit():
        return token.startswith("#") and len(token) > 1
    if _UUID.match(bare) or _HEX.match(bare) or _VERSION.match(bare) or _TICKET.match(token):
        return True
    if "_" in bare.strip("_") or _CAMEL.match(bare):
        return True
    if _MIXED.match(bare) or is_address(token) or token.startswith("--"):
        return True
    if code:
        return any(map(str.isalpha, bare)) and len(bare) >= 3
    return bool(_DOTTED.match(bare)) and all(len(part) > 1 for part in bare.split(".")) and bare == bare.lower()


_ADDRESS = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?:/\d+)?$|[A-Za-z][\w.-]*:\d{2,5}$")


def is_address(token: str) -> bool:
    """An IP address, or a host with a port."""
    return bool(_ADDRESS.match(token))


def is_command(text: str) -> bool:
    """Whether a text is a command line: several words, of which the first is a program."""
    parts = text.split()
    while parts and "=" in parts[0] and parts[0].split("=")[0].isupper():
        parts = parts[1:]
    if len(parts) < 2:
        return False
    first = parts[0].rsplit("/", 1)[-1]
    return first in _PROGRAMS or parts[0] in _PROGRAMS or parts[0].startswith(("./", "/usr/", "/bin/"))


def is_hash(token: str) -> bool:
    """A hexadecimal number that names something; its first digits do as well."""
    return bool(_HEX.match(token))
