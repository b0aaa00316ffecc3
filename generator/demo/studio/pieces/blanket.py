"""A cloth folded in five and laid down: a throw with a fringe, or a cover with a zip."""
from studio import *

SIZE = (.50, .36, .10)
SCALE = .8
OPTIONS = {"cloth": ["ochre", "dusk", "rust", "ecru", "sand", "moss"], "edge": ["fringe", "zip"]}
LAYERS, RISE, DEEP = 5, .0185, .33


def _folded(t):
    """Where the cloth is at share t of its length: layers that turn round at their ends, a little less deep each time."""
    at = t * LAYERS
    layer, part = min(LAYERS - 1, int(at)), at - min(LAYERS - 1, int(at))
    deep, forth = DEEP / 2 - .006 * layer, 1 if layer % 2 == 0 else -1
    y = forth * deep * (2 * part - 1)
    turn = max(0.0, (part - .94) / .06) if layer < LAYERS - 1 else 0.0
    if turn:
        y = forth * (deep * .88 + .012 * math.sin(math.pi * turn * .5))
    return y, .010 + RISE * (layer + turn * turn)


def build(cloth="ochre", edge="fringe"):
    cover = fabric("cover", PALETTE[cloth], 170 if edge == "fringe" else 320, .9 if edge == "fringe" else .4, .006 if edge == "fringe" else .002)

    def shape(u, v):
        y, z = _folded(v)
        soft = noise.noise((u * 5, v * 9, 2.1)) * .0045 + noise.noise((u * 13, v * 21, 7.7)) * .0015
        sag = -.006 * (2 * u - 1) ** 4 * (z / .1)
        return (u - .5) * (.50 - .012 * noise.noise((v * 4, 1.0, 3.0))), y + .004 * noise.noise((u * 3, v * 11, 5.0)), z + soft + sag
    surface(shape, cover, 60, 170, .0135, bevel=.005)
    top = .010 + RISE * (LAYERS - 1)
    if edge == "fringe":
        dice = random.Random(3)
        lines = []
        for i in range(64):
            x, sway = -.243 + i * .486 / 63, dice.uniform(-.008, .008)
            drop = dice.uniform(.050, .062)
            lines.append([(x, .150, top + .004), (x + sway * .4, .166, top - .004), (x + sway, .172, top - drop * .5), (x + sway * 1.5, .174, top - drop)])
        for line in lines:
            tube([(x, -y, z) for x, y, z in line], .0021, cover)
    else:
        box((0, -.155, top + .0075), (.46, .010, .0022), plain("tape", tuple(.55 * c for c in PALETTE[cloth]), .8), .0006)
        box((.18, -.162, top + .010), (.010, .022, .0026), metalwork("brass"), .001, (0, 0, 12))


ANGLES = {"main": ((.5, -.86, .42), 66, .80)}
SHOTS = {"detail": ((.42, -.52, .30), (.10, -.12, .06), 85)}
