"""A flat under the roof: a clay sofa where one can stand, books laid flat along the low wall."""
from studio import *
import mushroomlamp, rug, sidetable, sofa


def stage():
    room(wall=WALLS["chalk"], floor=PALETTE["ash"], width=5.8, height=3.3, windows=((-.5, 1.2, .12, 2.4),))
    curtain(-2.76, 1.14, 1.74, 2.6, PALETTE["ecru"], 7)
    box((2.06, -.6, 2.18), (3.5, 7.2, .06), plaster("slope", (.74, .71, .65)), .002, (0, 45, 0))


def build():
    place(lambda: rug.build(ground="ecru", field="rust", accent="ochre"), (-.35, .05, 0), 90)
    place(lambda: sofa.build(frame="oak", cloth="clay"), (-.35, 1.22, .005))
    place(lambda: sidetable.build(frame="chalk"), (-1.78, 1.10, 0))
    place(lambda: mushroomlamp.build(shade="chalk", light=2), (-1.86, 1.12, .48))
    timber = wood("ledge", PALETTE["oak"], "y", 26)
    for z in (.04, .42):
        box((2.36, .45, z), (.36, 3.0, .026), timber, .004)
    for y in (-1.02, -.28, .45, 1.18, 1.92):
        box((2.36, y, .23), (.34, .022, .36), timber, .003)
    dice = random.Random(11)
    for i, key in enumerate(("chalk", "ecru", "sand", "ochre", "clay", "rust", "moss", "bottle", "dusk", "ink")):
        for level, (count, foot) in enumerate(((5, .056), (4 + i % 3, .436))):
            z = foot
            for _ in range(count):
                thick = dice.uniform(.020, .038)
                box((2.33 + dice.uniform(-.02, .02), -.86 + .285 * i, z + thick / 2), (dice.uniform(.18, .23), dice.uniform(.22, .25), thick), plain("book", PALETTE[key], .7), .002, (0, 0, dice.uniform(-5, 5)))
                z += thick + .0008


SHOTS = {"wide": ((-.30, -3.3, 1.15), (.34, 1.0, .98), 31, 11)}
