"""The ground floor of a former ironmonger's: a wall of small drawers, a few of them open with cloth in them, cast-iron columns, a sofa and what goes with it."""
from studio import *
import coffeetable, floorlamp, ottoman, rug, sideboard, sofa


def stage():
    room(wall=WALLS["chalk"], floor=(.30, .27, .23), width=8.4, depth=6.5, height=3.8, windows=((-3.7, -2.1, .3, 3.3), (-1.3, .4, .3, 3.3)), paving=tiles)


def drawers(left, right, foot, rows, wide=.40, high=.21):
    """Fronts with a brass shell each, in a green case; some stand open and hold folded cloth."""
    lacquer, front, brass = plain("case", _dark("bottle"), .5), plain("front", PALETTE["bottle"], .45), metalwork("brass")
    count = round((right - left) / wide)
    box(((left + right) / 2, 1.83, foot + rows * high / 2), (right - left + .10, .33, rows * high + .10), lacquer, .006)
    cloths = ("rust", "ochre", "ecru", "moss", "clay", "ink", "sand")
    for i in range(count):
        for j in range(rows):
            out = .13 if (i * 5 + j * 7) % 19 == 3 and 1 <= j <= 4 else 0
            x, z = left + (i + .5) * wide, foot + (j + .5) * high
            box((x, 1.655 - out, z), (wide - .014, .026, high - .014), front, .003)
            lathe([(0, 0), (.022, .002), (.019, .014), (0, .024)], brass, (x, 1.640 - out, z), 0).rotation_euler = (math.radians(90), 0, 0)
            if out:
                box((x, 1.72 - out, z - .02), (wide - .03, .16, high - .06), plain("inside", PALETTE["ash"], .7), 0)
                for k in range(3):
                    cushion((x - .11 + .11 * k, 1.70 - out, z + .075), (.10, .12, .07), fabric("sample", PALETTE[cloths[(i + j + 2 * k) % 7]]), plump=.004, seed=k)


def _dark(key):
    return tuple(.6 * channel for channel in PALETTE[key])


def build():
    drawers(-3.2, 3.2, .12, 11)
    place(lambda: rug.build(ground="sand", field="clay", accent="ochre"), (-.30, -.35, 0), 90)
    place(lambda: sofa.build(frame="oak", cloth="clay"), (-.55, .62, .005))
    place(lambda: floorlamp.build(metal="brass", light=0), (.98, .85, 0), 200)
    place(lambda: coffeetable.build(frame="oak", top="bottle"), (-.25, -.62, .016), -8)
    place(lambda: ottoman.build(cloth="petrol", frame="oak"), (1.45, -.55, 0), 20)
    place(lambda: sideboard.build(frame="walnut"), (2.72, .40, 0), -72)
    for x in (-2.15, 2.15):
        lathe([(.12, 0), (.12, .10), (.07, .17), (.062, 3.45), (.11, 3.58), (.17, 3.8)], metalwork("black"), (x, 1.05, 0))


SHOTS = {"wide": ((.95, -4.4, 1.40), (.0, .6, 1.10), 31, 11)}
