"""A game's whole life round the counting: sign-up, roles, letters, private answers, disputes, co-hosts, the end."""
