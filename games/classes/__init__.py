"""Classes: places with codes for pupils, tables for all of them, and the end of their data."""
