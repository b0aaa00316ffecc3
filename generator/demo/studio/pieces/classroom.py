"""A music room for three classes: green stacking chairs of two heights in a bow, ottomans for who never sits straight, one large rug."""
from studio import *
import ottoman, stackchair


def stage():
    room(wall=(.60, .52, .36), floor=PALETTE["ash"], width=8, depth=6.5, height=3.2, windows=((-3.4, -1.9, .8, 2.9), (-1.4, .1, .8, 2.9), (.6, 1.7, .8, 2.9)))


def staves():
    """A green board with five lines and the notes of a scale."""
    box((.35, 1.985, 1.62), (3.0, .03, 1.05), plain("board", tuple(.7 * c for c in PALETTE["bottle"]), .7), .004)
    box((.35, 1.965, 1.08), (3.0, .07, .03), wood("ledge", PALETTE["oak"], "x"), .004)
    chalk = plain("chalk", PALETTE["chalk"], .9)
    for i in range(5):
        box((.35, 1.968, 1.48 + .07 * i), (2.6, .004, .006), chalk, 0)
    for i in range(8):
        head = lathe([(0, 0), (.034, 0)], chalk, (-.62 + .27 * i, 1.966, 1.445 + .035 * i), 0)
        head.rotation_euler = (math.radians(90), 0, 0)
        box((-.59 + .27 * i, 1.967, 1.53 + .035 * i), (.006, .003, .17), chalk, 0)


def build():
    staves()
    slab(superellipse(2.6, 1.55, 4), .001, .014, pile("rug", PALETTE["moss"]), .004)
    for i in range(7):
        a = math.radians(200 + 23.5 * i)
        place(lambda: stackchair.build(frame="bottle" if i % 3 else "rust", seat="oak"), (.15 + 2.05 * math.cos(a), .55 + 1.55 * math.sin(a), .014), 110 + 23.5 * i + (5 if i % 2 else -4))
    for x, y, key in ((-.75, .50, "rust"), (.15, .10, "ochre"), (1.05, .45, "rust"), (.20, .95, "rust")):
        place(lambda: ottoman.build(cloth=key, frame="oak"), (x, y, .014), 40 * x)
    for i in range(7):
        place(lambda: stackchair.build(frame="bottle", seat="oak"), (2.95, 1.15 - .012 * i, .066 * i), -30)


SHOTS = {"wide": ((.9, -4.2, 1.55), (.10, .6, .98), 31, 11)}
