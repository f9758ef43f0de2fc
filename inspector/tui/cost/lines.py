"""The list of the cost room: sums, the summariser's calls, when each change pays, and the requests. No Textual here."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from inspector.analysis.cost.account import Account, summed
from inspector.analysis.cost.stretches import reported_read, stretches
from inspector.analysis.cost.words import (
    asked_words,
    calls_words,
    life_words,
    marks_words,
    money_words,
    off_words,
    other_rules,
    output_words,
    paid_words,
    pays_words,
    remark,
    short_words,
    token_words,
    unforeseen,
    writer_words,
)
from inspector.phrases import counted, span
from inspector.terminal_text import cells, pad
from inspector.tui.about import CERTIFICATES
from inspector.tui.entries import Entry, Target, heading, note
from inspector.tui.parts import Part

KINDS = (("read", "read"), ("write", "written"), ("fresh", "fresh"), ("prompt", "prompts"), ("output", "output"))
MOST = 500
"""Calls, changes and stretches that are told one by one."""


def sum_lines(found: Account) -> Iterator[Entry]:
    """All requests together, beside what was reported; money; the rules that this rests on."""
    sent, told = found.predicted.requests, found.reported.requests
    yield heading(
        "in all",
        f"{counted(sent, 'request')} sent" + (f", {told:,} of them with usage" if told else ", no usage reported"),
    )
    rows = [["", "tokens", "", *(["reported", "difference"] if told else [])]]
    for name, label in KINDS:
        here: int = getattr(found.predicted, name)
        share = f"{here / found.predicted.prompt:.1%}" if found.predicted.prompt and name != "output" else ""
        row = [label, f"{here:,}", share]
        if told:
            there: int = getattr(found.reported, name)
            row += [f"{there:,}", off_words(getattr(found.beside, name), there, found.reported.prompt)]
        rows.append(row)
    for at, columns in enumerate(aligned(rows, left={0})):
        style = "plain" if at else "quiet"
        name, number, *rest = columns
        parts = [Part(f" {name}", "quiet", 9), Part(f"  {number}", "strong" if at else "quiet", 9)]
        yield Entry((*parts, *(Part(f"  {text}", style, 7 - n) for n, text in enumerate(rest))))
    if told:
        remarks = (other_rules(found.twin), unforeseen(found.twin.rows), output_words(found))
        yield from (note(text, "warn") for text in remarks if text)
    yield Entry((Part(" money  ", "quiet", 9), Part(money_words(found.money, "request"), *_priced(found), least=20)))


def _priced(found: Account) -> tuple[str, int]:
    return ("strong" if found.money.total is not None else "warn"), 8


def rule_lines(found: Account) -> Iterator[Entry]:
    """What the numbers rest on."""
    twin = found.twin
    yield heading("by these rules", "t: the life of the cache")
    yield note(f"{life_words(twin.caching)} · {marks_words(twin.caching)} · {short_words(twin)}", "plain")
    if not twin.timed and twin.caching.ttl is not None:
        yield note("the record has no times: nothing expires here", "warn")
    yield note(token_words(twin), "quiet" if twin.tokens.calibrated else "warn")
    certificate = found.certificate
    if certificate.kind != "exact":
        since = f" from request {certificate.request:,} on" if certificate.request else ""
        yield note(f"{certificate.kind}{since}: {CERTIFICATES.get(certificate.kind, '')}")


def call_lines(found: Account) -> Iterator[Entry]:
    """The summariser's own calls, beside the requests."""
    if not found.calls:
        return
    yield heading("summaries", calls_words(found))
    if told := asked_words(found):
        yield note(told, "plain")
    if told := writer_words(found):
        yield note(told)
    shown = found.calls[:MOST]
    columns = aligned([[f"{c.request:,}", f"{c.input:,}", "?" if c.unread else f"{c.output:,}"] for c in shown])
    for call, (request, sent, said) in zip(shown, columns, strict=True):
        yield Entry(
            (
                Part(f" request {request}", "plain", 9),
                Part(f"  {sent} in", "plain", 8),
                Part(f"  {said} out", "plain", 7),
                Part(f"  {call.layer}", "quiet", 5),
                Part("  ≈ its size is assumed" if call.approximate else "", "quiet", 4),
                Part(f"  failed: {call.reason}" if call.reason else "", "warn", 6, least=12),
                Part(f"  {call.unread}" if call.unread else "", "quiet", 3, least=12),
            ),
            Target(call.request, None, f"call-{call.request}-{call.layer}"),
        )
    yield from _more(len(found.calls))


def change_lines(found: Account) -> Iterator[Entry]:
    """Every change of the view: what it wrote anew, and after how many more requests that has paid."""
    if not found.changes:
        return
    yield heading("when changes pay", paid_words(found.changes))
    if not all(change.known for change in found.changes):
        yield note("by the usual proportions of prices: those of this model are not known")
    shown = found.changes[:MOST]
    words = [pays_words(change) for change in shown]
    rows = [
        [f"{c.request:,}", f"{c.before:,}", f"{c.after:,}", f"{c.again:,}", w]
        for c, (w, _) in zip(shown, words, strict=True)
    ]
    for change, (_, tone), columns in zip(shown, words, aligned(rows, left={4}), strict=True):
        request, before, after, anew, pays = columns
        yield Entry(
            (
                Part(f" request {request}", "plain", 9),
                Part(f"  {before} → {after}", "plain", 6),
                Part(f"  {anew} again", "quiet", 4),
                Part(f"  {_pays(change.pays)}{pays}", tone, 8),
                Part(f"  {', '.join(change.layers)}", "quiet", 5, least=8),
            ),
            Target(change.request, None, f"change-{change.request}"),
        )
    yield from _more(len(found.changes))


def _pays(pays: int | None) -> str:
    return "✗ " if pays is None else "✓ " if pays == 0 else ""


def stretch_lines(found: Account) -> Iterator[Entry]:
    """The requests; those that read all of the prompt before them are told together."""
    told = list(stretches(found.twin.rows))
    if not told:
        return
    yield heading("requests", "those that read the whole prompt before them together")
    usage = found.reported.requests > 0
    rows = [["request", "prompt", "read", "reported", "written", "fresh", "output", ""]]
    for stretch in told[:MOST]:
        sums, read = summed(stretch), reported_read(stretch)
        numbers = [sums.prompt, sums.read, sums.write, sums.fresh, sums.output]
        texts = [f"{number:,}" for number in numbers]
        name = span(stretch[0].request, stretch[-1].request)
        rows.append([name, *texts[:2], "" if read is None else f"{read:,}", *texts[2:], remark(stretch[0])[0]])
    for at, columns in enumerate(aligned(rows, left={7})):
        name, prompt, of_cache, told_read, written, fresh, output, why = columns
        style = "plain" if at else "quiet"
        target = Target(told[at - 1][0].request, None, f"stretch-{at}") if at else None
        tone = remark(told[at - 1][0])[1] if at else "quiet"
        yield Entry(
            (
                Part(f" {name}", style, 9),
                Part(f"  {prompt}", style, 7),
                Part(f"  {of_cache}", style, 8),
                Part(f"  {told_read}" if usage else "", "quiet", 3),
                Part(f"  {written}", style, 8),
                Part(f"  {fresh}", style, 4),
                Part(f"  {output}", style, 5),
                Part(f"  {why}", tone, 6),
            ),
            target,
        )
    yield from _more(len(told))


def _more(count: int) -> Iterator[Entry]:
    if count > MOST:
        yield note(f"… and {count - MOST:,} more: inspector cost --json has them all")


def aligned(rows: Sequence[Sequence[str]], left: Collection[int] = ()) -> list[list[str]]:
    """The texts as wide as the widest of their column, set right but in the columns `left`."""
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    return [
        [pad(text, width, at not in left) for at, (text, width) in enumerate(zip(row, widths, strict=True))]
        for row in rows
    ]
