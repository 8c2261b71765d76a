# Is no program.
# verdict: no-start

This is a letter, not a program.
