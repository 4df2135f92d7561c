"""Games over HTTP: a view parses, makes one call and answers."""
