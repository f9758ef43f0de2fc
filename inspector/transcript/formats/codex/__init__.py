"""Codex rollouts: one record a line, of which only the response items are what the model saw."""
