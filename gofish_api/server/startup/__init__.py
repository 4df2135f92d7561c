"""What the commands check and print before they listen."""
