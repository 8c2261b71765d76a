# Ends before it is ready.
# verdict: no-start

pass
