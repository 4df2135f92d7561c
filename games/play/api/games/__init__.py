"""List, show and open games."""
