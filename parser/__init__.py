"""Votes, questions and signals read out of one post's body. Pure: the same body and roster give the same reading."""
