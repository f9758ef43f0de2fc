"""What would have kept a fact: for each knob the smallest change, proven by running the engine, and its price."""
