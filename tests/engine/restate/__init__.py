"""The rules of the four presets, said again: plain, slow, and without a line of the engine."""
