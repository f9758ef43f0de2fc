"""Time for what has to end by its own rules: a test that gives it says the same on a machine a hundred times slower."""

AMPLE = 3600
"""Seconds of work."""
