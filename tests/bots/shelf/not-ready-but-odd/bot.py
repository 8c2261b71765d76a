# Says something else than that it is ready.
# verdict: no-start

print("ready", flush=True)
