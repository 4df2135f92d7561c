"""Rate limits, and the addresses that they count by."""
