"""Outdoor bench: five teak planks on two bent feet of galvanised steel, no back."""
from studio import *

SIZE = (1.60, .42, .45)
SCALE = 1.4
OPTIONS = {"length": ["160", "200"]}


def build(length="160"):
    half = float(length) / 200
    steel = plain("galvanised", (.42, .43, .44), .48, .85)
    for i in range(5):
        box((.002 * math.sin(3 * i), -.168 + i * .084, .4275), (2 * half, .076, .045), wood(f"plank{i}", tuple(c * (1 + .07 * math.sin(2.7 * i)) for c in PALETTE["teak"]), "x", 22), .006)
    for side in (-1, 1):
        x = side * (half - .24)
        foot = bent([(-.190, .402), (-.155, .010), (.155, .010), (.190, .402)], .035, steps=12)
        sheet(foot, .090, steel, .012, (x, 0, 0))
        box((x, 0, .399), (.090, .39, .010), steel, .002)
        for y in (-.168, -.084, 0, .084, .168):
            lathe([(0, .003), (.006, .0024), (.0075, 0)], steel, (x, y, .450), 0)


ANGLES = {"main": ((.58, -.84, .26), 62, .86)}
SHOTS = {"detail": ((1.15, -.85, .80), (.50, -.05, .40), 85)}
