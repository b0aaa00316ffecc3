"""Textile cord for a pendant: four metres in a coil, the socket at one end."""
from studio import *

SIZE = (.24, .24, .05)
SCALE = .55
OPTIONS = {"lacquer": ["black", "brass"]}


def build(lacquer="black"):
    cord = fabric("cord", PALETTE["black" if lacquer == "black" else "ochre"], 900, .8, .002)
    dice = random.Random(4)
    points = []
    for i in range(8 * 14 + 1):
        a = 2 * math.pi * i / 14
        radius = .095 + .010 * math.sin(a * .61 + 1) + dice.uniform(-.002, .002)
        points.append((radius * math.cos(a), radius * math.sin(a), .0045 + .0042 * (i / 14) + dice.uniform(0, .0015)))
    last = points[-1]
    points += [(last[0] + .012, last[1] - .05, .030), (last[0] + .005, last[1] - .10, .012), (last[0] - .04, last[1] - .135, .012)]
    tube(points, .0031, cord)
    socket = lathe([(0, 0), (.006, 0), (.008, .006), (.020, .012), (.0215, .020), (.0215, .060), (.020, .062), (.018, .060), (.018, .026), (0, .024)], metalwork("black" if lacquer == "black" else "brass"), (last[0] - .040, last[1] - .135, .0216), 0)
    socket.rotation_euler = (math.radians(90), 0, math.radians(-72))
    box((-.098, 0, .022), (.034, .022, .046), plain("tie", PALETTE["ecru"], .9), .003, (0, 0, 0))


ANGLES = {"main": ((.35, -.80, .66), 75, .80)}
SHOTS = {"detail": ((.24, -.44, .22), (.04, -.08, .02), 80, 11)}
