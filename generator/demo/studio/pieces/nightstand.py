"""Bedside table: a lipped top, one drawer, an open shelf, a groove for the cord in each back leg."""
from studio import *

SIZE = (.42, .36, .52)
OPTIONS = {"frame": ["oak", "walnut", "black-oak"]}


def build(frame="oak"):
    upright, across = finish(frame), finish(frame, "x", 26)
    for x in (-.19, .19):
        for y in (-.16, .16):
            turned((x, y, 0), (x, y, .500), [(0, .0115), (.5, .0155), (1, .0165)], upright)
    slab(superellipse(.21, .18, 9), .494, .018, across, .006)
    rim = [(x, y, .5145) for x, y in superellipse(.205, .175, 9)]
    tube(rim, .0042, across, closed=True)
    box((0, .004, .435), (.372, .316, .098), across, .004)
    box((0, -.1585, .435), (.352, .012, .090), across, .003)
    lathe([(0, 0), (.009, .002), (.011, .014), (.009, .020), (0, .021)], metalwork("brass"), (0, -.164, .435), 0).rotation_euler = (math.radians(90), 0, 0)
    box((0, 0, .165), (.372, .312, .014), across, .004)
    book((-.03, 0, .182), (.19, .25, .018), "clay", 5)
    book((-.025, .005, .199), (.165, .225, .014), "ecru", -4)
    lathe([(0, .516), (.026, .516), (.030, .520), (.032, .560), (.031, .592), (.029, .592), (.029, .560), (.027, .524), (0, .522)], glass("tumbler"), (-.09, .05, 0), 0)


SHOTS = {"detail": ((.55, -.75, .80), (.04, -.05, .46), 85)}
