"""Secrets are taken out of any text, in whatever form they turn up; what only reads like one stays."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.summary.secrets import REMOVED, scrub

KEY = 'my-own\\key/with "signs" 1234'


@pytest.mark.parametrize("variable", ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "DB_PASSWORD"])
@pytest.mark.parametrize("form", [str, repr, json.dumps, lambda text: quote(text, safe="")])
def test_the_values_of_the_variables(variable: str, form: object) -> None:
    said = f"header {form(KEY)} end"  # type: ignore[operator]
    clean = scrub(said, {variable: KEY + "\n"})
    assert "1234" not in clean
    assert clean.startswith("header ")
    assert clean.endswith(" end")


@pytest.mark.parametrize(
    "text",
    [
        "sk-ant-api03-abcdefghijklmnop",
        "ghp_abcdefghijklmnopqrst",
        "(task-sk-ant-abcdefghijklmnop)",
        "AKIAABCDEFGHIJKLMNOP",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijk",
        "Authorization: Bearer abcdefghijklmnop12345",
        '{"x-api-key": "abcdefghijklmnop12345"}',
        "MY_API_KEY=abcdefghijklmnop12345",
        "İ AUTHORIZATION = 'abcdefghijklmnop12345'",
        "Authorization: Bearer abcdefghijklmnop12345, api_key: abcdefghijklmnop67890",
    ],
)
def test_what_looks_like_a_key(text: str) -> None:
    clean = scrub(f"before {text} after", {})
    assert REMOVED in clean
    assert not any(part in clean for part in ("abcdefgh", "eyJ", "AKIA"))
    assert clean.startswith("before ")
    assert clean.endswith(" after")


@pytest.mark.parametrize(
    "text",
    [
        "Bearer authentication is used",
        "api_key: required in production",
        "the task-management-screen-and-more",
        "sk-learn 1.5",
        "disk-usage-of-every-folder-by-name",
        "the apikey and the Bearer, api_key = os.environ",
        "commit 3f2b9c1d8e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c",
    ],
)
def test_what_only_reads_like_one_stays(text: str) -> None:
    ordinary = {"ANTHROPIC_API_KEY": "", "OTHER_KEY": "short", "SSH_KEY": "/home/me/.ssh/id_ed25519"}
    said = f"{text} at {ordinary['SSH_KEY']} in order_service"
    assert scrub(said, {**ordinary, "PARTITION_KEY": "order_service"}) == said


def test_headers_and_the_url_of_the_environment() -> None:
    environ = {
        "ANTHROPIC_CUSTOM_HEADERS": "X-Gate: open-sesame-77\nX-B: c",
        "ANTHROPIC_BASE_URL": "https://me:letmein-9@host/path?token=abc-987",
        "https_proxy": "http://me:through-here@proxy:3128",
    }
    said = f"{environ['ANTHROPIC_BASE_URL']} open-sesame-77 {environ['https_proxy']}"
    clean = scrub(said, environ)
    assert not any(secret in clean for secret in ("letmein-9", "abc-987", "open-sesame", "through"))


@given(st.text(max_size=80))
def test_scrubbing_twice_changes_nothing_more(text: str) -> None:
    once = scrub(text, {"ANTHROPIC_API_KEY": "abcdef"})
    assert scrub(once, {"ANTHROPIC_API_KEY": "abcdef"}) == once
