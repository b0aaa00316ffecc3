"""A frosted bulb on its cap, as it stands on a shop's counter."""
from studio import *

SIZE = (.06, .06, .11)
SCALE = .35
OPTIONS = {"size": ["middle", "small", "large"]}
REACH = {"small": (.0225, .0115), "middle": (.030, .0145), "large": (.034, .0145)}


def build(size="middle"):
    wide, neck = REACH[size]
    thread = []
    for i in range(7):
        z = .010 + i * .0034
        thread += [(neck - .0012, z), (neck, z + .0017)]
    lathe([(0, .001), (.004, .001), (.005, .003), (neck - .004, .006)] + thread + [(neck + .0008, .036), (neck + .0008, .040), (0, .041)], metalwork("brass"), thickness=0)
    lathe([(.005, .0008), (neck - .003, .0058)], plain("insulator", PALETTE["black"], .4), thickness=.0006)
    body = [(neck + .0015, .040), (neck + .0035, .046)] + [(wide * math.cos(math.radians(a)), .040 + wide * 1.42 + wide * math.sin(math.radians(a))) for a in range(-42, 91, 6)]
    lathe(body, opal("frosted", (1, .87, .68), .85), thickness=0)


ANGLES = {"main": ((.3, -.9, .22), 80, .60)}
SHOTS = {"detail": ((.14, -.22, .12), (0, 0, .05), 90)}
