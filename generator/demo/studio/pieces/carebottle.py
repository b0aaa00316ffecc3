"""Furniture oil in an amber bottle; as a set with its box of offcuts, a booklet and four felt glides; or a lamp's spare battery."""
from studio import *

SIZE = (.07, .07, .19)
SCALE = .5
OPTIONS = {"kind": ["oil", "set", "battery"]}


def _bottle(x=0.0, y=0.0):
    body = [(0, .002), (.031, .002), (.034, .006), (.034, .118), (.031, .130), (.018, .142), (.0125, .150), (.0125, .166)]
    lathe(body, plain("amber", (.16, .045, .008), .08, spec=.7, clearcoat=.6), (x, y, 0), 0)
    lathe([(.0345, .034), (.0345, .100)], plain("label", PALETTE["ecru"], .85), (x, y, 0), .0006)
    lathe([(.03475, .078), (.03475, .0795)], plain("rule", PALETTE["ink"], .8), (x, y, 0), .0004)
    lathe([(0, .188), (.0135, .188), (.0150, .186), (.0150, .163), (.0125, .162)], plain("cap", PALETTE["black"], .35), (x, y, 0), 0)


def _set():
    across = finish("oak", "x", 26)
    for y in (-.075, .075):
        box((.055, y, .042), (.230, .010, .084), across, .002)
    for x in (-.055, .165):
        box((x, 0, .042), (.010, .140, .084), finish("walnut", "y", 26), .002)
    box((.055, 0, .005), (.220, .150, .008), across, 0)
    _bottle(-.020, 0)
    book((.085, .0, .055), (.110, .120, .008), "clay", 6)
    felt = fabric("felt", PALETTE["moss"], 500, .8, .002)
    for i, (x, y) in enumerate(((-.115, -.075), (-.150, -.100), (-.095, -.118), (-.135, -.140))):
        lathe([(0, .006), (.012, .006), (.0132, .005), (.0132, .0005), (0, .0005)], felt, (x, y, .005 if i == 3 else 0), 0)


def _battery():
    case = plain("case", PALETTE["black"], .42)
    box((0, 0, .016), (.098, .060, .030), case, .006, (0, 0, 12))
    box((-.004, -.0005, .0315), (.060, .036, .0008), plain("label", PALETTE["chalk"], .85), 0, (0, 0, 12))
    for side, color in ((-1, "rust"), (1, "ink")):
        tube([(.046, .010 + side * .003, .016), (.075, .016 + side * .005, .018), (.095, -.004 + side * .004, .008), (.085, -.038 + side * .003, .006), (.062, -.050 + side * .002, .006)], .0016, plain("lead", PALETTE[color], .5))
    box((.053, -.052, .006), (.018, .009, .008), plain("plug", PALETTE["chalk"], .4), .001, (0, 0, 20))


def build(kind="oil"):
    {"oil": _bottle, "set": _set, "battery": _battery}[kind]()


ANGLES = {"main": ((.38, -.88, .28), 78, .68)}
SHOTS = {"detail": ((.16, -.34, .22), (0, 0, .09), 90), "plug": ((.20, -.34, .22), (.035, -.015, .010), 85)}
