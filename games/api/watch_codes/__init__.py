"""Watch codes of private games; ``games.api.requests.watch_pass`` reads them."""
