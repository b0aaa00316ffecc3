"""A spare globe of blown opal, its fitter beside it."""
from studio import *

SIZE = (.30, .30, .32)
SCALE = .7
OPTIONS = {"size": ["30", "21", "15"]}


def build(size="30"):
    radius = float(size) / 200
    milk = plain("milk", (.88, .86, .81), .22, spec=.5)
    lathe(arc(radius, radius + .002, -90, 76, 40) + [(.030, 2 * radius + .002), (.0285, 2 * radius + .010), (.0255, 2 * radius + .010), (.0262, 2 * radius - .004)], milk, thickness=0)
    fitter = lathe([(.031, 0), (.031, .018), (.026, .022), (.012, .030), (.010, .044), (.007, .044), (.007, .028), (.022, .018), (.028, .016), (.028, 0), (.031, 0)], metalwork("brass"), (radius * .82, -radius * .92, .001), 0)
    fitter.rotation_euler = (0, 0, 0)


ANGLES = {"main": ((.35, -.9, .26), 72, .74)}
SHOTS = {"detail": ((.32, -.52, .22), (.10, -.10, .06), 85)}
