"""The demo forum: a small board of the mybb.ru kind on loopback, and a whole game that is played on it.

`board.DemoBoard` serves a `model.Forum`; `game` fills one with the rule document's game; `run` leads a game
master's evening through it. Nothing of the rules of Mafia lives here.
"""
