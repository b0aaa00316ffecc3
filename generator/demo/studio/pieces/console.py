"""Console table: two turned legs in front, a batten on the wall behind, a chamfer under the front edge, a tray let in."""
from studio import *

SIZE = (.90, .28, .84)
SCALE = 1.1
OPTIONS = {"frame": ["oak", "walnut"], "length": ["90", "150"]}


def build(frame="oak", length="90"):
    half, upright, across = float(length) / 200, finish(frame), finish(frame, "x", 26)
    sheet([(.140, .810), (.140, .838), (-.140, .838), (-.140, .830), (-.112, .812), (.140, .810)], 2 * half, across, .002)
    box((0, .012, .824), (2 * half - .002, .252, .026), across, .004)
    for side in (-1, 1):
        turned((side * (half - .07), -.082, 0), (side * (half - .09), -.070, .812), [(0, .0125), (.5, .0185), (1, .0200)], upright)
    box((0, .128, .776), (2 * half - .10, .022, .070), across, .004)
    box((half - .16, -.01, .8375), (.22, .15, .003), leather("tray", PALETTE["cognac"]), .001)
    tube([(half - .19, -.03, .843), (half - .165, -.045, .843), (half - .15, -.025, .843), (half - .17, -.010, .843), (half - .19, -.03, .843)], .0016, metalwork("brass"))
    box((half - .135, -.008, .8425), (.048, .007, .0025), metalwork("brass"), .0008, (0, 0, 24))
    tall = [(0, .840), (.045, .840), (.055, .848), (.072, .90), (.066, .96), (.040, 1.005), (.024, 1.03), (.026, 1.055), (.022, 1.052), (.018, 1.02)]
    lathe(tall, clay("glaze", PALETTE["dusk"]), (-half * .62, .01, 0), .003)


ANGLES = {"main": ((.55, -.86, .20), 62, .80)}
SHOTS = {"detail": ((.62, -.75, 1.10), (.24, -.03, .82), 80)}
