"""One module per command of `itogi`; each has a click command named `command`, thin, with an example in its help."""
