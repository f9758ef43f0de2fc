"""Questions asked of replays."""
