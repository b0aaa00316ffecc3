"""A narrow room where papers are signed: a walnut table on end, dark blue chairs, one line of light low above it."""
from studio import *
import armchair, floorlamp, linearpendant, table


def stage():
    room(wall=WALLS["dusk"], floor=PALETTE["oak"], light="overcast", width=4.4, depth=5.2, height=3.0, windows=((-1.5, .9, .12, 2.6),))
    curtain(-2.06, .95, 1.65, 2.72, PALETTE["chalk"], 8)


def build():
    place(lambda: table.build(frame="walnut"), (.10, .35, 0), 90)
    for x, y, turn in ((-.60, -.10, 84), (-.60, .72, 92), (.80, -.12, -86), (.80, .72, -92), (.10, 1.62, 0)):
        place(lambda: armchair.build(frame="walnut", cloth="ink"), (x, y, 0), turn)
    place(lambda: linearpendant.build(frame="walnut", light=1.5), (.10, .35, .52), 90)
    place(lambda: floorlamp.build(metal="black", foot="chalk", light=0), (1.55, 1.40, 0), 190)
    for y, turn in ((-.35, 4), (1.05, -3)):
        box((.10, y, .742), (.21, .297, .002), plain("deed", PALETTE["chalk"], .9), 0, (0, 0, turn))
    rod((.24, -.42, .746), (.27, -.29, .746), .0045, plain("pen", PALETTE["black"], .3))
    box((.1, 1.975, 1.62), (.92, .025, .70), plain("frame", PALETTE["black-oak"], .5), .003)
    box((.1, 1.960, 1.62), (.86, .01, .64), plain("paper", PALETTE["ecru"], .9), 0)
    box((.1, 1.954, 1.50), (.86, .004, .40), plain("field", PALETTE["olive"], .9), 0)


SHOTS = {"wide": ((.75, -3.35, 1.42), (-.02, .8, 1.0), 31, 11)}
