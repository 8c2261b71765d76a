# Takes all memory instead of getting ready.
# verdict: no-start

kept = []
while True:
    kept.append(bytearray(1 << 20))
