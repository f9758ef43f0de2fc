"""What the recall room says: shares, needs, misses, and what was read again. No Textual here."""
