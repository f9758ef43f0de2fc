"""What goes wrong with a session under its policy: the known families of faults, each with its evidence and a remedy."""
