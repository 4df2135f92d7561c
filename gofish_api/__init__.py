"""The wiring of the service: settings, addresses, servers. No rule of the game lives here."""
