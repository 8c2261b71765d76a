# Writes instead of getting ready.
# verdict: no-start

while True:
    print("{}")
