"""Examples of the OpenAPI schema, made from a game that is played when the schema is."""
