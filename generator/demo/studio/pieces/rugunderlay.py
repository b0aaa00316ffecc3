"""Underlay for a rug: jute in rubber, half unrolled."""
from studio import *

SIZE = (.70, .55, .13)
SCALE = 1.0
OPTIONS = {"cloth": ["sand"]}


def build(cloth="sand"):
    felt = fabric("felt", PALETTE[cloth], 90, 1.1, .010)
    turns, thick = 5.5, .0088
    spiral = []
    for i in range(221):
        a = 2 * math.pi * turns * i / 220
        radius = .016 + thick * a / (2 * math.pi)
        spiral.append((.12 + radius * math.sin(a), radius * -math.cos(a)))
    low = min(z for _, z in spiral)
    spiral = [(y, z - low + .003) for y, z in spiral]
    y, _ = min(spiral[-40:], key=lambda at: at[1])
    spiral = spiral[:max(i for i, at in enumerate(spiral) if at[0] == y) + 1]
    spiral += [(y - .34 * k / 12, .003 + (.004 if k == 12 else 0)) for k in range(1, 13)]
    sheet(spiral, .66, felt, .0058)


ANGLES = {"main": ((.62, -.80, .36), 64, .82)}
SHOTS = {"detail": ((.62, -.45, .30), (.25, .06, .06), 85)}
