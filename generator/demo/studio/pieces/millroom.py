"""A restaurant in an old mill: round marble tables on reeds, rust red chairs, iron columns, tall windows."""
from studio import *
import armchair, candleholders, roundtable, vases


def stage():
    room(wall=(.52, .40, .31), floor=(.30, .18, .09), width=9, depth=7, height=4.0, windows=((-4.2, -2.6, .7, 3.6), (-1.9, -.3, .7, 3.6), (.3, 1.6, .7, 3.6)))


def build():
    for i, (x, y, first) in enumerate(((-2.05, .85, 25), (.35, .30, 70), (2.30, 1.05, 40), (-.35, 1.55, 0))):
        if i == 3:
            continue
        place(lambda: roundtable.build(top="chalk", frame="oak", metal="brass"), (x, y, 0), 17 * i)
        for t in (first, first + 92, first + 178, first + 268):
            a = math.radians(t)
            place(lambda: armchair.build(frame="walnut", cloth="rust"), (x + .84 * math.cos(a), y + .84 * math.sin(a), 0), t - 90)
        place(lambda: (candleholders if i != 1 else vases).build(), (x, y, .74), 20 * i)
    for x in (-.95, 1.55):
        lathe([(.11, 0), (.11, .10), (.07, .16), (.065, 3.7), (.11, 3.82), (.16, 4.0)], metalwork("black"), (x, 1.55, 0))


SHOTS = {"wide": ((1.35, -4.6, 1.50), (.0, .6, 1.14), 31, 11)}
