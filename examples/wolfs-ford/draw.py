#!/usr/bin/env python3
"""Draws the pictures of Wolf's Ford into art/: shapes and noise, the same each time.

Run it in this folder. PNG and SVG files need nothing but Python; the JPEG files need Pillow.
The script and all that it draws are dedicated to the public domain by CC0 1.0.
"""

import math
import random
import struct
import zlib


def mix(a, b, t):
    return tuple(round(x + (y - x) * t) for x, y in zip(a, b))


def landscape(width, height, sky, hills, seed):
    """Bands of hills under a sky, darker the nearer they are."""
    rng = random.Random(seed)
    lines = []
    for layer in range(4):
        base = height * (0.42 + 0.15 * layer)
        waves = [(rng.uniform(0.5, 3.2), rng.uniform(0, 6.3), height * rng.uniform(0.02, 0.07)) for _ in range(3)]
        lines.append([base + sum(a * math.sin(f * 2 * math.pi * x / width + p) for f, p, a in waves) for x in range(width)])
    sun = (width * rng.uniform(0.2, 0.8), height * 0.26, height * 0.09)
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            color = mix(sky[0], sky[1], min(1, y / height * 1.6))
            distance = math.hypot(x - sun[0], y - sun[1])
            if distance < sun[2]:
                color = (255, 240, 205)
            elif distance < sun[2] * 3:
                color = mix((255, 240, 205), color, (distance - sun[2]) / (2 * sun[2]))
            for layer, line in enumerate(lines):
                if y > line[x]:
                    color = mix(hills[0], hills[1], layer / 3)
            row.append(color)
        rows.append(row)
    return rows


def figures(rows, kind, color, seed):
    """A rank of soldiers, on foot or mounted, before a landscape."""
    rng = random.Random(seed)
    height, width = len(rows), len(rows[0])

    def dot(x, y):
        if 0 <= int(x) < width and 0 <= int(y) < height:
            rows[int(y)][int(x)] = color

    def disc(cx, cy, rx, ry):
        for y in range(int(cy - ry), int(cy + ry) + 1):
            for x in range(int(cx - rx), int(cx + rx) + 1):
                if ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1:
                    dot(x, y)

    def line(x0, y0, x1, y1, w):
        steps = int(max(abs(x1 - x0), abs(y1 - y0))) + 1
        for i in range(steps + 1):
            disc(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps, w, w)

    unit = height / 10
    for i in range(5 if kind == "foot" else 3):
        x = width * (0.14 + (0.18 if kind == "foot" else 0.34) * i) + rng.uniform(-0.1, 0.1) * unit
        y = height * 0.93 + rng.uniform(-0.2, 0.2) * unit
        if kind == "horse":
            disc(x, y - unit * 1.5, unit * 1.3, unit * 0.6)
            line(x + unit, y - unit * 1.8, x + unit * 1.7, y - unit * 2.9, unit * 0.28)
            disc(x + unit * 1.9, y - unit * 2.9, unit * 0.45, unit * 0.24)
            for leg in (-1, -0.6, 0.6, 1):
                line(x + unit * leg, y - unit * 1.2, x + unit * (leg * 1.25), y, unit * 0.13)
            y -= unit * 1.7
        else:
            line(x - unit * 0.18, y - unit * 1.2, x - unit * 0.3, y, unit * 0.14)
            line(x + unit * 0.18, y - unit * 1.2, x + unit * 0.3, y, unit * 0.14)
        disc(x, y - unit * 1.7, unit * 0.42, unit * 0.75)
        disc(x, y - unit * 2.75, unit * 0.3, unit * 0.34)
        line(x + unit * 0.5, y - unit * 0.6, x + unit * 0.75, y - unit * 4.6, unit * 0.07)
    return rows


def png(path, rows):
    """Writes pixels as a PNG file."""
    height, width = len(rows), len(rows[0])
    raw = b"".join(b"\0" + b"".join(bytes(c) for c in row) for row in rows)

    def part(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + part(b"IHDR", header) + part(b"IDAT", zlib.compress(raw, 9)) + part(b"IEND", b"")
    with open(path, "wb") as file:
        file.write(data)


def jpeg(path, rows):
    from PIL import Image

    image = Image.new("RGB", (len(rows[0]), len(rows)))
    image.putdata([color for row in rows for color in row])
    image.save(path, quality=80, optimize=True)


DAWN = ((70, 92, 140), (240, 196, 150))
NOON = ((120, 160, 205), (226, 232, 232))
DUSK = ((54, 40, 78), (214, 120, 92))
GREEN = ((150, 165, 140), (58, 74, 48))
BROWN = ((186, 150, 124), (70, 48, 38))
INK = (30, 26, 26)

LION = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 240">
<defs><linearGradient id="field" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c8323a"/><stop offset="1" stop-color="#7a1218"/></linearGradient></defs>
<path d="M10 10h180v110q0 70-90 110Q10 190 10 120z" fill="url(#field)" stroke="#2a0a0c" stroke-width="6"/>
<path d="M10 80 100 30l90 50v30l-90-50-90 50z" fill="#f0d9a0"/>
<circle cx="100" cy="150" r="34" fill="none" stroke="#f0d9a0" stroke-width="8" stroke-dasharray="14 8"/>
<path d="M100 122l8 20 21 1-16 14 6 21-19-12-19 12 6-21-16-14 21-1z" fill="#f0d9a0"/></svg>
"""

WAVES = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 240">
<defs><g id="wave"><path d="M10 0q22-20 45 0t45 0 45 0 45 0v14q-22 20-45 0t-45 0-45 0-45 0z"/></g>
<clipPath id="shield"><path d="M10 10h180v110q0 70-90 110Q10 190 10 120z"/></clipPath></defs>
<path d="M10 10h180v110q0 70-90 110Q10 190 10 120z" fill="#e9e4d2"/>
<g clip-path="url(#shield)" fill="#24508c"><use href="#wave" y="110"/><use href="#wave" y="150"/><use href="#wave" y="190"/>
<circle cx="100" cy="58" r="26" fill="#d2a02c"/><circle cx="100" cy="58" r="16" fill="#e3d3a8"/></g>
<path d="M10 10h180v110q0 70-90 110Q10 190 10 120z" fill="none" stroke="#10243f" stroke-width="6"/></svg>
"""


def main():
    jpeg("art/ford.jpg", landscape(900, 420, DAWN, GREEN, 7))
    scenes = {
        "501A": ("foot", DAWN, GREEN), "502A": ("foot", NOON, GREEN), "503A": ("horse", NOON, BROWN),
        "504A": ("foot", DUSK, BROWN), "505A": ("horse", DUSK, BROWN), "506A": ("foot", DAWN, BROWN),
    }
    for seed, (card, (kind, sky, hills)) in enumerate(scenes.items()):
        jpeg(f"art/{card}.jpg", figures(landscape(600, 360, sky, hills, seed), kind, INK, seed))
    with open("art/bank.svg", "w") as file:
        file.write(LION)
    with open("art/river.svg", "w") as file:
        file.write(WAVES)
    # Without transparency, which a press that takes PDF/X-1a does not know.
    png("art/507A.png", figures(landscape(520, 300, DUSK, GREEN, 11), "horse", INK, 3))


if __name__ == "__main__":
    main()
