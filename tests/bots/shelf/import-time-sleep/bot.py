# Sleeps instead of getting ready.
# verdict: no-start

import time

time.sleep(3600)
