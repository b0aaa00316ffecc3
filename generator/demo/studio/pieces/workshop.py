"""A joiner's shop in the morning: two benches, a chair without its seat on one of them, boards against the wall, a chair that waits."""
from studio import *
import armchair, spindlechair, table, wallclock


def stage():
    room(wall=(.62, .58, .50), floor=(.34, .22, .12), width=7.6, depth=6.5, height=3.4, windows=((-3.4, -1.9, .6, 3.0), (-1.2, .5, .6, 3.0)))


def workbench(x, y, turn=0):
    """Thick top on two frames, a shelf below, a vice at the left end."""
    def make():
        beech, along = wood("bench", PALETTE["ash"], "z", 26), wood("top", PALETTE["ash"], "x", 22)
        box((0, 0, .845), (2.0, .66, .09), along, .008)
        box((0, .26, .895), (2.0, .12, .014), wood("till", _mid("ash"), "x", 22), .002)
        for side in (-.74, .74):
            for depth in (-.25, .25):
                box((side, depth, .40), (.085, .085, .80), beech, .006)
            box((side, 0, .16), (.07, .50, .09), wood("foot", PALETTE["ash"], "y", 26), .005)
        box((0, 0, .24), (1.44, .52, .03), along, .004)
        box((-.74, -.385, .80), (.42, .09, .17), along, .010)
        rod((-.74, -.43, .78), (-.74, -.56, .78), .016, metalwork("black"))
        rod((-.90, -.545, .78), (-.58, -.545, .78), .010, beech)
    place(make, (x, y, 0), turn)


def _mid(key):
    return tuple(.8 * channel for channel in PALETTE[key])


def board(x, width, height, key, lean=7, back=1.93):
    """A sawn board that leans on the wall."""
    a = math.radians(lean)
    box((x, back - height / 2 * math.sin(a), height / 2 * math.cos(a)), (width, .045, height), wood("board", PALETTE[key], "z", 22), .004, (-lean, 0, 0))


def build():
    workbench(-.55, .35, 4)
    workbench(1.95, 1.05, -4)
    place(lambda: armchair.build(frame="oak", cloth="rust"), (-.05, .36, .892), 28)
    place(lambda: spindlechair.build(frame="oak"), (1.25, -.75, 0), -34)
    place(lambda: spindlechair.build(frame="walnut"), (2.35, -.15, 0), -62)
    for x, width, height, key, lean in ((-2.6, .30, 2.5, "oak", 7), (-2.25, .34, 2.7, "walnut", 8), (-1.86, .28, 2.3, "oak", 6), (-1.52, .36, 2.6, "ash", 7), (-1.13, .26, 2.2, "oak", 8)):
        board(x, width, height, key, lean)
    for i in range(9):
        rod((1.45 + .055 * i, 1.20, .91), (1.50 + .055 * i, .86, .91), .010, wood("spindle", PALETTE["oak"]), .007)
    for i, (x, y, turn) in enumerate(((-1.15, .30, 12), (-1.05, .42, -20), (-.95, .24, 70))):
        box((x, y, .905), (.26, .05, .022), wood("arm", PALETTE["oak"], "x"), .008, (0, 0, turn))
    for i in range(6):
        box((-2.2 + .02 * (i % 3), -.55, .03 + .055 * i), (.32, 1.7, .045), wood("stack", PALETTE["oak" if i % 2 else "ash"], "y", 22), .004, (0, 0, 2 - i % 3))
    place(lambda: wallclock.build(frame="oak", shade="chalk"), (.85, 1.995, .55))
    box((1.95, 1.97, 1.75), (1.5, .03, .75), wood("rack", PALETTE["oak"], "x", 26), .004)
    for i in range(8):
        x, long = 1.32 + .18 * i, .26 + .05 * (i % 3)
        rod((x, 1.93, 2.02), (x, 1.93, 1.90), .016, wood("grip", PALETTE["oak" if i % 3 else "walnut"]), .013)
        box((x, 1.93, 1.90 - long / 2), (.020 + .006 * (i % 2), .008, long), metalwork("chrome"), .001)


SHOTS = {"wide": ((.95, -4.2, 1.50), (-.02, .6, 1.06), 31, 11)}
