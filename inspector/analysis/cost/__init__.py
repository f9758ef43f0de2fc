"""What a session costs under a policy: a twin of the provider's prompt cache, the summariser's calls, and when a change pays."""
