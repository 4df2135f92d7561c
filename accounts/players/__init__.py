"""What players set about themselves and each other: display names and blocks."""
