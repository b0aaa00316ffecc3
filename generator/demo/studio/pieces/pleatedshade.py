"""The pleated lamp's shade on its own, with the nut that holds it."""
from studio import *

SIZE = (.37, .37, .24)
OPTIONS = {"shade": ["ecru", "clay", "ochre", "moss", "chalk"], "metal": ["brass", "black"]}


def build(shade="ecru", metal="brass"):
    fittings, cotton = metalwork(metal), veil("cotton", PALETTE[shade], .35)
    fluted([(.178, .003), (.160, .068), (.140, .143), (.116, .233)], cotton, 52, .0065, sharp=True)
    for r, z in ((.178, .005), (.116, .230)):
        lathe([(r + .003, z - .0045), (r + .005, z), (r + .003, z + .0045)], cotton, thickness=0)
    lathe([(.006, .226), (.116, .226)], fittings, thickness=.001, steps=3)
    lathe([(.0045, 0), (.011, 0), (.012, .002), (.012, .009), (.0105, .011), (.0045, .011)], fittings, (.16, -.17, 0), 0, 48)


ANGLES = {"main": ((.40, -.9, .34), 62, .74)}
SHOTS = {"detail": ((.34, -.66, .30), (.02, 0, .14), 75)}
