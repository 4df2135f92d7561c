"""Presets, overlays and the documents that rules come from."""
