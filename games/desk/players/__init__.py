"""What the desk knows about a player: disputes, shared addresses, and reviewers' notes."""
