"""Games and seats: create, join, play, match and invite; and what each account may see."""
