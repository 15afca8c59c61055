"""The rules of the game: ballots, nights, dice, state and victory, as data and small functions.

Imports nothing of the project; no files, no clocks, no chance but its own dice.
"""
