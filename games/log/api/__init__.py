"""Members that answers of many features have, and their description."""
