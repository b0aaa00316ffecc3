"""Gift card: a card with a line left blank, standing in the fold of its envelope."""
from studio import *

SIZE = (.17, .09, .14)
SCALE = .5
OPTIONS = {"cloth": ["rust", "bottle", "ink"]}


def build(cloth="rust"):
    paper, tinted = plain("paper", PALETTE["ecru"], .9, spec=.2), plain("tinted", PALETTE[cloth], .8, spec=.25)
    box((0, .012, .0012), (.170, .120, .0022), paper, .0006, (0, 0, 4))
    flap = sheet([(-.046, .0036), (-.020, .0046), (.004, .010)], .150, paper, .0006)
    flap.rotation_euler = (0, 0, math.radians(4))
    box((.002, .030, .056), (.148, .0016, .104), tinted, .0004, (-13, 0, -6))
    for x, z, wide in ((-.012, .083, .070), (-.022, .066, .050)):
        box((x, .0225 + .235 * (z - .056), z), (wide, .0008, .0014), paper, 0, (-13, 0, -6))
    box((.004, .0178 + .235 * (.034 - .034), .034), (.104, .0008, .0008), paper, 0, (-13, 0, -6))


ANGLES = {"main": ((.42, -.86, .34), 75, .70)}
SHOTS = {"detail": ((.16, -.26, .16), (0, .01, .05), 85, 32)}
