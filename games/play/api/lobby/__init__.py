"""Before the start: seats, entropy, invitations, bots and quick match; watch codes too."""
