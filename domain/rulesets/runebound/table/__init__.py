"""What lies on the table: the agenda of decisions, the decks, the counters on the map."""
