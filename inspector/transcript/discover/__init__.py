"""Sessions of the known agents on this machine: where each keeps them, and what a few bytes of a file tell about it."""

from inspector.transcript.discover.agent import Agent, Details, Found, Machine
from inspector.transcript.discover.registry import AGENTS, agent_of, details, file_found, find, this_machine

__all__ = [
    "AGENTS",
    "Agent",
    "Details",
    "Found",
    "Machine",
    "agent_of",
    "details",
    "file_found",
    "find",
    "this_machine",
]
