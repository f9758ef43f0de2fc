"""Sessions of the known agents on this machine: where each keeps them, and what a few bytes of a file tell about it."""

from inspector.transcript.discover.agent import Agent, Details, Found, Machine
from inspector.transcript.discover.file_details import details
from inspector.transcript.discover.listing import Listing, Looked, Session, Wanted, below, on_machine
from inspector.transcript.discover.registry import (
    AGENTS,
    Place,
    agent_of,
    file_found,
    find,
    places,
    this_machine,
)

__all__ = [
    "AGENTS",
    "Agent",
    "Details",
    "Found",
    "Listing",
    "Looked",
    "Machine",
    "Place",
    "Session",
    "Wanted",
    "agent_of",
    "below",
    "details",
    "file_found",
    "find",
    "on_machine",
    "places",
    "this_machine",
]
