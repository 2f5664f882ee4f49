#!/usr/bin/env python3
"""Draws loaf.png, the flag of a faction of Three Heirs at Samarrow. Run it in this folder.

The script and the flag are dedicated to the public domain by CC0 1.0.
"""

import math
import struct
import zlib

WIDTH, HEIGHT = 360, 240
FIELD, CRUST, CRUMB, CUT = (122, 32, 44), (176, 112, 48), (226, 176, 104), (140, 84, 34)


def color(x, y):
    """A loaf with three cuts on a dark red field, a crumb-coloured stripe above and below."""
    if y < 26 or y >= HEIGHT - 26:
        return CRUMB
    distance = math.hypot((x - 180) / 118, (y - 124) / 66)
    if distance > 1:
        return FIELD
    if any(abs((x - middle) - (y - 124) * 0.35) < 5 and abs(y - 118) < 36 for middle in (128, 180, 232)):
        return CUT
    return CRUST if distance > 0.86 else CRUMB


def part(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


rows = b"".join(b"\0" + b"".join(bytes(color(x, y)) for x in range(WIDTH)) for y in range(HEIGHT))
header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
with open("loaf.png", "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(rows, 9)) + part(b"IEND", b""))
