"""Train the networks of ``master``: many games at once, in arrays of numpy."""
