"""A reading room: long oak tables in late sun, black spindle chairs, a lamp for each reader, books along the wall."""
from studio import *
import pleatedlamp, shelf, spindlechair, table


def stage():
    room(wall=(.60, .54, .44), floor=PALETTE["oak"], width=8, depth=6.5, height=3.8, windows=((-3.6, -2.0, .5, 3.4), (-1.2, .4, .5, 3.4)))


def build():
    for x in (-2.24, -1.12, 0, 1.12, 2.24):
        place(lambda: shelf.build(frame="black", shelves="oak"), (x, 1.80, 0))
    for middle, turn in ((-1.12, 0), (1.12, 180)):
        place(lambda: table.build(frame="oak"), (middle, .10, 0), turn)
        place(lambda: pleatedlamp.build(shade="ecru", base="walnut", light=1.6), (middle - .66, .18, .739), 20)
        for x, skew in ((-.52, 4), (.50, -6)):
            place(lambda: spindlechair.build(frame="black-oak"), (middle + x, .74, 0), skew)
            place(lambda: spindlechair.build(frame="black-oak"), (middle + x, -.56, 0), 180 + skew)
    book((-.78, -.18, .751), (.20, .15, .022), "ink", 8)
    book((1.62, -.14, .751), (.21, .15, .020), "rust", -12)


SHOTS = {"wide": ((1.15, -4.3, 1.45), (.02, .6, 1.12), 31, 11)}
