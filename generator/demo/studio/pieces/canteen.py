"""A canteen at a lock: four oak tables in one line each way, spindle chairs, nine green domes in three rows, a red band on the wall."""
from studio import *
import pendant, spindlechair, table


def stage():
    room(wall=(.42, .45, .44), floor=(.36, .34, .31), light="overcast", width=9, depth=8, height=3.6, windows=((-4.6, -2.9, .7, 3.2), (-2.2, -.4, .7, 3.2), (.3, 1.7, .7, 3.2)), paving=tiles)
    box((0, 1.992, .55), (9, .012, 1.1), plain("band", PALETTE["rust"], .5), 0)


def build():
    for i, (x, y) in enumerate(((-1.45, .75), (1.35, .75), (-1.45, -1.25), (1.35, -1.25))):
        place(lambda: table.build(frame="oak"), (x, y, 0), 180 * (i % 2))
        for dx, skew in ((-.62, 3), (.02, -4), (.62, 5)):
            place(lambda: spindlechair.build(frame="oak"), (x + dx, y + .66, 0), skew)
            if (i, dx) != (3, .62):
                place(lambda: spindlechair.build(frame="oak"), (x + dx, y - .66, 0), 180 + skew)
    for y in (.75, -.25, -1.25):
        for x in (-1.95, -.05, 1.85):
            place(lambda: pendant.build(shade="bottle", light=2.5), (x, y, 1.0))


SHOTS = {"wide": ((1.3, -5.2, 1.62), (.0, .4, 1.22), 30, 11)}
