"""The room of meters: what its lines say."""
