"""Measurements of speed, run by hand: the figures depend on the machine, so no test holds them."""
