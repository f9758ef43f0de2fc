"""opencode's sessions: the same objects in an export, in its folder of JSON files, and in its database."""
