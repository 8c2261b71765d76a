# Never gets ready.
# verdict: no-start

while True:
    pass
