"""Copilot CLI event logs: one event a line, in one chain."""
