"""A tasting room on a weekend: red steel chairs at long tables under ochre domes, and a stack of eight to the side."""
from studio import *
import pendant, stackchair, trestle


def stage():
    room(wall=(.30, .31, .24), floor=(.42, .37, .31), light="evening", width=8.4, depth=6.5, height=3.6, windows=((-2.9, -1.1, .3, 3.0), (-.4, 1.3, .3, 3.0)), paving=tiles)
    area((0, -2.2, 3.3), (6, 1.5), 70, (0, .4, .4), (1, .76, .52), False)


def build():
    for x in (-1.55, .85):
        place(lambda: trestle.build(top="oak", frame="black"), (x, .70, 0))
        for dx, skew in ((-.66, 5), (0, -4), (.64, 3)):
            place(lambda: stackchair.build(frame="rust", seat="oak"), (x + dx, 1.30, 0), skew)
            place(lambda: stackchair.build(frame="rust", seat="oak"), (x + dx, .02, 0), 180 + 2 * skew)
        for dx in (-.50, .50):
            place(lambda: pendant.build(shade="ochre", light=6), (x + dx, .70, .80))
    for i in range(8):
        place(lambda: stackchair.build(frame="rust", seat="oak"), (2.72, .95 - .012 * i, .066 * i), -24)


SHOTS = {"wide": ((.55, -4.4, 1.40), (.30, .6, 1.14), 31, 11)}
