"""The transcript of a sample."""

from __future__ import annotations

from typing import Any

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.inspect_log.archive import Archive
from inspector.transcript.formats.inspect_log.attachments import Attachments
from inspector.transcript.formats.inspect_log.events import Events
from inspector.transcript.formats.inspect_log.messages import InspectMaker, Record
from inspector.transcript.formats.inspect_log.samples import chosen, identity, named, parts_of, summaries_of, title_of
from inspector.transcript.formats.prompts import Pool, Request, conversations, told_apart
from inspector.transcript.model import Part, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.repair import parse_whole

UNSENT = "it is the state at the end, no prompt"
NO_SAMPLE = "the log holds no finished sample"


def read_archive(archive: Archive, problems: Problems, choice: Choice) -> Transcript:
    """The chosen sample of a zip."""
    entries = named(archive)
    if not entries:
        raise TranscriptError(f"{NO_SAMPLE}{_state(archive)}")
    name = chosen(choice, list(entries))
    raw = archive.read(entries[name])
    sample = parse_whole(raw, problems)
    if not isinstance(sample, dict):
        raise TranscriptError(f"the sample {name!r} of the log is damaged")
    problems.bytes = len(raw)
    parts = parts_of(entries, summaries_of(archive)) if len(entries) > 1 else ()
    return _of_sample(sample, name, parts, problems, choice)


def read_document(value: Record, problems: Problems, choice: Choice) -> Transcript:
    """The chosen sample of a log that is one JSON document."""
    listed = value.get("samples")
    samples = {identity(each): each for each in listed if isinstance(each, dict)} if isinstance(listed, list) else {}
    if not samples:
        raise TranscriptError(NO_SAMPLE)
    name = chosen(choice, list(samples))
    parts = parts_of(samples, samples) if len(samples) > 1 else ()
    return _of_sample(samples[name], name, parts, problems, choice)


def _state(archive: Archive) -> str:
    return "" if "header.json" in archive.names else "; it is still being written"


def _of_sample(sample: Record, name: str, parts: tuple[Part, ...], problems: Problems, choice: Choice) -> Transcript:
    attachments = Attachments(sample.get("attachments"))
    pool = Pool(InspectMaker(problems, attachments))
    requests = list(Events(sample, pool, attachments, problems).requests())
    requests += _end(sample, pool, requests)
    found = conversations(requests, pool)
    if attachments.missing:
        problems.add(0, "attachment-missing", f"{len(attachments.missing)} attachments are not in the log")
    uuid = sample.get("uuid")
    return told_apart(
        found,
        pool,
        problems.report(),
        Choice(sidechain=choice.sidechain, leaf=choice.leaf),
        format="inspect",
        session=uuid if isinstance(uuid, str) else name,
        part=name if parts else "",
        parts=parts,
        title=title_of(attachments.resolved({"input": sample.get("input")})),
    )


def _end(sample: Record, pool: Pool, requests: list[Request]) -> list[Request]:
    """What the state at the end has beyond the prompts: results of the last calls; all of it where there are no events."""
    messages = sample.get("messages")
    final = pool.prompt(messages) if isinstance(messages, list) else ()
    if not requests:
        return [Request(final, uncertain=UNSENT)] if final else []
    for each in reversed(requests[-20:]):
        reached = each.prompt if each.reply is None else (*each.prompt, each.reply)
        if reached and final[: len(reached)] == reached:
            more = len(final) > len(reached)
            return [Request(final, model=each.model, uncertain=UNSENT, group=each.group)] if more else []
    return []


def parts_in(archive: Archive) -> tuple[Part, ...]:
    """The samples of a zip; none where it holds only one."""
    entries: dict[str, Any] = named(archive)
    return parts_of(entries, summaries_of(archive)) if len(entries) > 1 else ()
