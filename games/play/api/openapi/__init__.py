"""What the OpenAPI schema of game operations shares: parameters, problems and links."""
