"""Six dinner candles in a paper band, one of them beside the bundle."""
from studio import *

SIZE = (.26, .14, .06)
SCALE = .5
OPTIONS = {"wax": ["chalk", "ochre", "clay", "dusk"]}


def build(wax="chalk"):
    body, wick, band = plain("wax", PALETTE[wax], .5, spec=.4), plain("wick", PALETTE["ecru"], .9), plain("band", PALETTE["sand"], .9)
    radius = .011

    def candle(y, z, turn=0.0, x=0.0):
        part = lathe([(0, -.125), (radius, -.125), (radius, .112), (.0085, .120), (.003, .1245), (0, .125)], body, (x, y, z), 0, 48)
        part.rotation_euler = (0, math.radians(90), math.radians(turn))
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        rod((x + .124 * c, y + .124 * s, z), (x + .136 * c, y + .136 * s, z + .002), .0009, wick)
    rows = [(-2 * radius, radius), (0, radius), (2 * radius, radius), (-radius, radius * 2.73), (radius, radius * 2.73)]
    for y, z in rows:
        candle(y, z)
    candle(-.072, radius, -9, .006)
    hull = [(-3.1 * radius, .0), (-3.15 * radius, radius), (-2.1 * radius, radius * 3.4), (-radius, radius * 3.82), (radius, radius * 3.82), (2.1 * radius, radius * 3.4), (3.15 * radius, radius), (3.1 * radius, .0)]
    sheet(hull, .062, band, .0006)


ANGLES = {"main": ((.42, -.86, .42), 75, .80)}
SHOTS = {"detail": ((.20, -.24, .14), (.05, -.02, .02), 90)}
