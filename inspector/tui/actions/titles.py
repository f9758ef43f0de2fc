"""The titles under which keys stand in the help, and the other names of the rooms."""

from __future__ import annotations

WHY_WORDS = "why fact facts forgot forgotten forgetting lost loss fix"
CHECKED = "check checks diagnose diagnosis fault faults damage error errors sendable provider rules must-keep"
RECALLED = "recall needs memory re-read reread misses"
COSTED = "cost costs money price dollars cache caching tokens account"
COMPARED = "compare comparison table presets policies"
"""Other names of the rooms."""

DURABLE, LIST = "Durable state", "In the open list of the durable state"
LISTED = "In the layer list"
READER = "While a text is read whole"
ROOM = "In the summary room"
WHY = "In the why room"
CHECK = "In the check room"
COMPARISON = "In the comparison"
RECALL = "In the recall room"
COST = "In the cost room"
SEARCH, HITS = "Search", "In the search panel"
REQUESTS, LAYERS, PANES, KNOBS, FILES, PROGRAM = "Requests", "Layers", "Panes", "Knobs", "Policy and files", "Program"
COMPARE = "Compare A and B"
