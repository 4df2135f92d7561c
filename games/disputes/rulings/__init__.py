"""What is done with rulings besides giving one: undo it, or dismiss many disputes at once."""
