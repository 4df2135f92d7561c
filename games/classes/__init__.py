"""Classes: places with codes for pupils, tables for all of them, and the deletion of their data."""
