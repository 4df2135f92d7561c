"""Games as text for people: sentences for events and a drawing for terminals. May import ``engine`` only."""
