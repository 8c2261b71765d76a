# Looks for descriptors that the worker left open, and turns its own around (3 is the SDK's).
# verdict: ok
# note: 0 1 2 3; read only; write only; nothing in /proc

import os
import select

from trying import Trying, refused, run


def is_open(descriptor):
    return not refused(lambda: os.fstat(descriptor))


class ParentsDescriptors(Trying):
    def note(self):
        found = " ".join(str(number) for number in range(2000) if is_open(number))
        turned = "read only" if refused(lambda: os.write(0, b"{}")) else "writes to its questions"
        back = "write only" if refused(lambda: os.read(2, 1)) else "reads its own answers"
        listed = refused(lambda: os.listdir("/proc/self/fd")) and refused(lambda: open("/dev/fd/0"))
        select.select([0], [], [], 0)
        return f"{found}; {turned}; {back}; {'nothing' if listed else 'something'} in /proc"


run(ParentsDescriptors)
