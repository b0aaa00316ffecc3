"""Wall coat rack: one strip of steel, every hook cut from it and folded forward."""
from studio import *

SIZE = (.62, .085, .11)
OPTIONS = {"lacquer": ["rust", "bottle", "black", "butter", "ink"], "hooks": ["4", "7"]}


def stage():
    hanging(1.5, .9)


def build(lacquer="rust", hooks="4"):
    count = int(hooks)
    wide = .062 + .1395 * count
    steel = plain("lacquer", PALETTE[lacquer], .32, spec=.55)
    slot = .030
    step = wide / count
    box((0, -.004, 1.541), (wide, .004, .028), steel, .0012)
    box((0, -.004, 1.464), (wide, .004, .018), steel, .0012)
    for i in range(count + 1):
        x = -wide / 2 + i * step
        left, right = max(-wide / 2, x - step / 2 + slot / 2), min(wide / 2, x + step / 2 - slot / 2)
        box(((left + right) / 2, -.004, 1.5), (right - left, .004, .054), steel, .0006)
    for i in range(count):
        x = -wide / 2 + (i + .5) * step
        line = bent([(-.004, 1.471), (-.004, 1.480), (-.075, 1.506), (-.083, 1.534)], .012, steps=10)
        sheet(line, slot - .002, steel, .004, (x, 0, 0))
    for x in (-wide / 2 + .022, wide / 2 - .022):
        lathe([(0, .0042), (.0035, .004), (.0042, .002), (.0042, 0)], metalwork("chrome"), (x, -.006, 1.541), 0).rotation_euler = (math.radians(90), 0, 0)


ANGLES = {"main": ((.62, -1, .42), 66, .80)}
SHOTS = {"detail": ((.64, -.26, 1.68), (.10, -.05, 1.50), 62, 16)}
