"""The provider's own count of a prompt: Anthropic's count-tokens endpoint, asked only when a person says so."""

from inspector.summary.counting.count import Count, NothingKept, ProviderCount

__all__ = ["Count", "NothingKept", "ProviderCount"]
