"""The command `gofish`: its options, and a module for each of its subcommands."""
