"""One night, in the order of its working out: validity, succession, blocks, effects, heals, deaths, silences."""
