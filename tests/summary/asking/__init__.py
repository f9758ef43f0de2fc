"""Tests of what asks a model: against a real server on this machine."""
