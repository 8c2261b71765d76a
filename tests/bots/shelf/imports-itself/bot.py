# Imports what imports it.
# verdict: no-start

from __main__ import nothing
