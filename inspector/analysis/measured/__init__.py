"""Views in one common meter, whatever meter their policy has: how big each is, and how much of it the view before had too."""

from inspector.analysis.measured.measured import Extent, Measured

__all__ = ["Extent", "Measured"]
