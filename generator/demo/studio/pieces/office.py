"""An office that can be carried upstairs: trestle tables, stacking chairs and shelves in grey light."""
from studio import *
import oliveplant, shelf, stackchair, tasklamp, trestle


def stage():
    room(wall=WALLS["chalk"], floor=PALETTE["ash"], light="overcast", width=9, depth=7, height=3.2, windows=((-4.4, -2.6, .5, 2.9), (-2.0, -.2, .5, 2.9), (.3, 1.7, .5, 2.9)))


def build():
    for i, (x, y) in enumerate(((-1.75, .75), (1.05, .75), (-1.75, -1.20))):
        place(lambda: trestle.build(top="oak", frame="black"), (x, y, 0))
        for dx, dy, turn in ((-.48, .60, 5), (.46, .62, -7), (-.44, -.60, 186), (.50, -.66, 172)):
            if (i, dy < 0, dx < 0) != (2, True, False):
                place(lambda: stackchair.build(frame="black", seat="oak"), (x + dx, y + dy, 0), turn)
        place(lambda: tasklamp.build(shade="black", light=1), (x + .05, y + .22, .737), 10)
        book((x - .55, y + .05, .749), (.22, .30, .022), ("ink", "rust", "sand")[i], 6)
    for x in (.62, 1.74, 2.86):
        place(lambda: shelf.build(frame="black", shelves="oak"), (x, 1.80, 0))
    place(lambda: oliveplant.build(glaze="chalk"), (-3.0, 1.40, 0), 40)


SHOTS = {"wide": ((.55, -5.1, 1.60), (-.30, .5, 1.02), 29, 11)}
