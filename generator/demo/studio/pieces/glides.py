"""Four glides for a chair's legs: wool felt in a cap of beech, with a screw."""
from studio import *

SIZE = (.10, .08, .03)
SCALE = .22
OPTIONS = {"frame": ["ash", "walnut"]}


def build(frame="ash"):
    beech, felt, steel = wood("cap", PALETTE[frame], "x", 120), fabric("felt", PALETTE["cloud"], 900, .9, .0012), metalwork("chrome")
    for x, y, upright in ((-.030, .016, True), (.020, .026, True), (.032, -.018, False), (-.014, -.026, False)):
        if upright:
            # On its felt, the screw up.
            lathe([(0, 0), (.0112, 0), (.0118, .0008), (.0118, .0044), (0, .0044)], felt, (x, y, 0), 0)
            lathe([(0, .0044), (.0132, .0044), (.0138, .0050), (.0138, .0092), (.0128, .0102), (0, .0102)], beech, (x, y, 0), 0)
            thread = [(.0014 + (.0006 if i % 2 else 0), .0102 + i * .0008) for i in range(17)]
            lathe([(0, .0102)] + thread + [(.0004, .0256), (0, .0258)], steel, (x, y, 0), 0, 32)
        else:
            # Leaning on its rim, the felt to the eye.
            part = [lathe([(0, 0), (.0128, 0), (.0138, .0010), (.0138, .0052), (.0132, .0058), (0, .0058)], beech, thickness=0),
                    lathe([(0, .0058), (.0118, .0058), (.0118, .0094), (.0112, .0102), (0, .0102)], felt, thickness=0)]
            for piece in part:
                piece.location = (x, y, .0032)
                piece.rotation_euler = (math.radians(24), 0, math.radians(-20 if x > 0 else 16))


ANGLES = {"main": ((.25, -.80, .56), 85, .70)}
SHOTS = {"detail": ((.05, -.16, .10), (.01, -.01, .006), 70)}
