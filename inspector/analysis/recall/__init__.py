"""Recall: what of the things that the agent refers to next a view still holds, and what any view of that size could hold."""
