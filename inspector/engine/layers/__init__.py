"""The operations of a policy, one file each. Each is a pure function from what a history was to what it becomes."""
