# A zip without a program.
# verdict: no-start
