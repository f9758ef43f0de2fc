"""Policies, knob settings and summarisers side by side: over the whole session, and at the requests where they differ most."""
