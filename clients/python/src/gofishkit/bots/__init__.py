"""The runner: it finds games for a bot, plays them, and keeps the bot within its limits."""
