"""Pages and posts of forums: fetching, one small module per engine, the archive, signing in, replying.

Knows nothing of votes or rules.
"""
