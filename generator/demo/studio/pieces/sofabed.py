"""Sofa bed: a high seat that rolls out on a leather loop, a back that drops into the gap, thin upholstered arms."""
from studio import *

SIZE = (2.08, .96, .84)
SCALE = 1.6
OPTIONS = {"cloth": ["sand", "dusk", "rust"], "frame": ["oak", "walnut"]}


def build(cloth="sand", frame="oak"):
    cover, hide = fabric("cover", PALETTE[cloth], 210), leather("hide", PALETTE["cognac"])
    for x in (-.94, .94):
        for y in (-.38, .40):
            turned((x, y, 0), (x, y, .12), [(0, .017), (1, .024)], finish(frame))
    box((0, .0, .135), (1.98, .86, .036), finish(frame, "x", 24), .008)
    cushion((0, -.045, .245), (1.86, .86, .19), cover, plump=.004)
    for side in (-1, 1):
        cushion((side * .463, -.075, .402), (.922, .80, .135), cover, plump=.014, seed=side)
        cushion((side * .985, .0, .375), (.105, .93, .44), cover, plump=.006, seed=side + 4)
        cushion((side * .463, .335, .640), (.918, .20, .40), cover, (-9, 0, 0), .020, side + 8)
    cushion((0, .425, .395), (2.02, .10, .50), cover, plump=.004)
    for x in (-.42, .42):
        loop = [(-.478 - .040 * math.sin(math.radians(a)), .255 + .034 * math.cos(math.radians(a))) for a in range(0, 181, 12)]
        sheet(loop, .034, hide, .004, (x, 0, 0))
    pillow((-.66, .12, .600), (.52, .42, .17), fabric("pillow", PALETTE["ecru" if cloth != "sand" else "clay"], 300), (62, 0, -8), 5)


ANGLES = {"main": ((.55, -.86, .26), 62, .88)}
SHOTS = {"detail": ((1.25, -1.45, .62), (.50, -.35, .30), 75)}
