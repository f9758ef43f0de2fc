"""Words for what is cut: who writes the summary that takes the place of evicted messages."""

from inspector.summary.extractive import Extractive

__all__ = ["Extractive"]
