"""Classes: what teachers do, and how pupils sign in."""
