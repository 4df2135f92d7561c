"""The list of disputes: its filters."""
