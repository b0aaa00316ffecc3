"""A waiting room of corners: low oak cases set askew, chairs with arms in twos, nobody opposite anybody."""
from studio import *
import armchair, oliveplant, sideboard, sidetable, tripodlamp


def stage():
    room(wall=(.36, .40, .33), floor=(.44, .40, .34), light="overcast", width=7, depth=6.5, height=3.0, windows=((-3.4, -1.6, .4, 2.7), (-.8, 1.2, .4, 2.7)), paving=tiles)


def build():
    for x, y, turn in ((-1.30, .30, 38), (1.15, .55, -34)):
        place(lambda: sideboard.build(frame="oak"), (x, y, 0), turn)
    for x, y, turn in ((-2.05, 1.30, 20), (-1.35, 1.50, 2), (.05, 1.45, -8), (.75, 1.55, 4), (-.55, -.62, 52), (-.05, -1.10, 60), (1.95, -.35, -58), (2.20, .35, -66)):
        place(lambda: armchair.build(frame="oak", cloth="moss"), (x, y, 0), turn)
    place(lambda: tripodlamp.build(frame="oak", shade="ecru", light=2), (1.75, 1.55, 0), 15)
    place(lambda: sidetable.build(frame="chalk"), (-.65, 1.55, 0))
    place(lambda: oliveplant.build(glaze="clay"), (-2.85, 1.45, 0), 30)


SHOTS = {"wide": ((.80, -4.3, 1.50), (-.05, .5, .95), 31, 11)}
