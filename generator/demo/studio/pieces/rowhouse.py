"""One room for five, seen across: a sofa with its back to the dining table, a sideboard between them."""
from studio import *
import linearpendant, rug, sideboard, sofa, spindlechair, table, tripodlamp


def stage():
    room(wall=(.46, .44, .35), floor=PALETTE["oak"], width=6.6, depth=5.6, height=3.0, windows=((-1.9, -.5, .12, 2.6), (.2, 1.6, .12, 2.6)))


def build():
    place(lambda: rug.build(ground="ecru", field="moss", accent="ochre"), (-2.05, .60, 0), 0)
    place(lambda: sofa.build(frame="oak", cloth="moss"), (-1.02, .72, 0), -90)
    place(lambda: sideboard.build(frame="walnut"), (-.28, .72, 0), 90)
    place(lambda: table.build(frame="oak"), (1.42, .70, 0), 90)
    for x, y, turn in ((.78, .22, 86), (.76, 1.16, 94), (2.06, .24, -94), (2.08, 1.18, -87)):
        place(lambda: spindlechair.build(frame="oak"), (x, y, 0), turn)
    place(lambda: linearpendant.build(frame="oak", light=1), (1.42, .70, .62), 90)
    place(lambda: tripodlamp.build(frame="oak", shade="ecru", light=1.5), (-1.55, 1.68, 0), 15)
    place(lambda: spindlechair.build(frame="oak"), (1.40, -.72, 0), 174)


SHOTS = {"wide": ((1.75, -3.5, 1.50), (.10, .7, .98), 29, 11)}
