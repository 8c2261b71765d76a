# Carries little, and unpacks it to more than there may be.
# verdict: exhausted
# cpu_s: 3

import zlib

from bots.sdk import Bot, run

packing = zlib.compressobj(wbits=-15)
PACKED = packing.compress(bytes(1 << 20)) + packing.flush(zlib.Z_FULL_FLUSH)


class ZipBomb(Bot):
    def choose(self, turn):
        return zlib.decompressobj(wbits=-15).decompress(PACKED * 1000).hex()


run(ZipBomb)
