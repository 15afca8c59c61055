"""The web desk: one local page from deadline to published result.

Shows what the application works out and records what the GM decides; no rule lives here.
"""
