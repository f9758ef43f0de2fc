"""Fold: older prose of the assistant becomes one fixed line (go-tiny-claw). The same replacement as clearing, another fate."""

from inspector.engine.layers.clear import replace

__all__ = ["replace"]
