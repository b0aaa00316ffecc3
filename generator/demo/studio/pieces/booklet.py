"""A stitched booklet about wood: one stands open a little, one lies before it with a chip of walnut on its cover."""
from studio import *

SIZE = (.21, .20, .18)
SCALE = .55
OPTIONS = {"cloth": ["rust", "bottle", "ink"]}


def build(cloth="rust"):
    tinted, paper, pages = plain("cover", PALETTE[cloth], .85, spec=.2), plain("line", PALETTE["ecru"], .9, spec=.2), plain("pages", (.84, .81, .74), .9, spec=.15)
    # Standing: two leaves of a V that opens to the back, the pages between them a little lower.
    for side, turn in ((-1, 30), (1, -30)):
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        box((.012 + side * .060 * c, .055 - side * .060 * s, .090), (.120, .0012, .180), tinted, .0004, (0, 0, -turn))
        box((.012 + side * .0575 * c, .0575 - side * .0575 * s, .0895), (.113, .0052, .174), pages, .0008, (0, 0, -turn))
    # Its title, on the leaf to the right.
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    for x, z, long in ((-.016, .150, .062), (-.028, .138, .038)):
        box((.012 + (.060 + x) * c + .0008 * s, .055 + (.060 + x) * s - .0008 * c, z), (long, .0004, .0016), paper, 0, (0, 0, 30))
    # Lying, its head to the left: cover, pages, cover.
    flat = (0, 0, 14)
    box((-.012, -.062, .0006), (.180, .120, .0011), tinted, .0004, flat)
    box((-.012, -.062, .0038), (.177, .117, .0052), pages, .0006, flat)
    box((-.012, -.062, .0070), (.180, .120, .0011), tinted, .0004, flat)
    c, s = math.cos(math.radians(14)), math.sin(math.radians(14))

    def on_cover(x, y, size, material, z=.0077, bevel=0.0):
        box((-.012 + x * c - y * s, -.062 + x * s + y * c, z), size, material, bevel, flat)

    for x, y, long in ((-.060, .014, .062), (-.048, .026, .038)):
        on_cover(x, y, (.0016, long, .0004), paper)
    on_cover(.040, -.016, (.046, .030, .0026), wood("chip", PALETTE["walnut"], "x", 60), .0089, .0004)


ANGLES = {"main": ((.30, -.86, .46), 75, .74)}
SHOTS = {"detail": ((.14, -.34, .20), (.01, -.05, .01), 85, 32)}
