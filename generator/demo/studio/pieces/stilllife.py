"""What lies on the table of somebody who designs: a model, samples, a drawing, the tools for it. One arrangement for each maker."""
from studio import *
import armchair, loungechair, pendant, shellchair, shelf, sidetable, spindlechair, tasklamp, trestle

OPTIONS = {"maker": ["vink", "ebbers", "hartwig", "caldeira", "renck", "overgaauw", "solvang", "verdier", "dertien", "faber"]}
TOP = .80


def stage():
    room(wall=(.60, .56, .49), floor=PALETTE["oak"], width=3.6, depth=4.4, height=2.8, windows=((.35, 1.55, .95, 2.5),))
    bpy.context.scene.view_settings.exposure = .1


def model(make, at, turn=0, scale=.2):
    """A piece as a small model of itself."""
    before = set(bpy.data.objects)
    place(make, at, turn)
    for part in set(bpy.data.objects) - before:
        if part.type == "EMPTY" and not part.parent:
            part.scale = (scale,) * 3


def paper(x, y, wide, deep, turn=0, key="chalk", lift=0):
    box((x, y, TOP + .0012 + lift), (wide, deep, .0012), plain("paper", PALETTE[key], .9), 0, (0, 0, turn))


def pencil(x, y, turn=0, key="rust", lift=.006):
    a = math.radians(turn)
    rod((x, y, TOP + lift), (x + .17 * math.cos(a), y + .17 * math.sin(a), TOP + lift), .0038, plain("pencil", PALETTE[key], .5))


def lines(x, y, wide, count, step, turn=0, key="ink"):
    """A drawing: thin lines on paper."""
    a = math.radians(turn)
    for i in range(count):
        d = (i - (count - 1) / 2) * step
        w = wide * (1 - .35 * abs(math.sin(1.7 * i)))
        box((x - d * math.sin(a), y + d * math.cos(a), TOP + .0024), (w, .0016, .0004), plain("line", PALETTE[key], .8), 0, (0, 0, turn))


def pinned(x, z, wide, high, key="chalk", turn=0):
    box((x, 1.992, z), (wide, .003, high), plain("sheet", PALETTE[key], .9), 0, (0, turn, 0))


def drawn(points, key="ink"):
    """A line on a sheet that is pinned to the wall: (x, z) pairs."""
    tube([(x, 1.988, z) for x, z in points], .0016, plain("line", PALETTE[key], .8), smooth=False)


def roll(x, y, long, radius, key, turn=0, z=0):
    a = math.radians(turn)
    half = Vector((math.cos(a), math.sin(a), 0)) * long / 2
    rod(Vector((x, y, TOP + radius + z)) - half, Vector((x, y, TOP + radius + z)) + half, radius, fabric("roll", PALETTE[key]) if key not in ("chalk", "ecru") else plain("roll", PALETTE[key], .9))


def vink():
    foam = plain("foam", PALETTE["dusk"], .95)
    for i in range(7):
        box((-.36 + .09 * i, 1.66 - .02 * (i % 2), TOP + .015), (.040 + .004 * (i % 3), .36, .018 + .004 * (i % 4)), foam, .008, (2 * (i % 3) - 2, 0, -6 + 2 * i))
    paper(.12, 1.30, .50, .34, 5)
    tube([(-.34, 1.36, TOP + .01), (-.10, 1.30, TOP + .01), (.18, 1.31, TOP + .01), (.42, 1.42, TOP + .01)], .004, wood("batten", PALETTE["ash"]))
    for x, y in ((-.10, 1.285), (.18, 1.295), (.40, 1.39)):
        lathe([(0, 0), (.022, 0), (.022, .030), (.008, .040), (0, .042)], metalwork("brass"), (x, y, TOP), 0)
    model(lambda: armchair.build(frame="oak", cloth="ecru"), (.20, 1.60, TOP), -22, .30)
    pinned(-.22, 1.36, .42, .30)
    for shift in (0, -.075):
        drawn([(-.38 + .32 * t, 1.40 + shift + .05 * math.sin(3 * t) - .02 * t) for t in (i / 16 for i in range(17))])
    drawn([(-.38, 1.40), (-.39, 1.36), (-.38, 1.325)])
    pinned(.26, 1.42, .30, .42, "ecru", 2)
    for points in ([(.17, 1.26), (.20, 1.42), (.21, 1.50), (.36, 1.52)], [(.35, 1.26), (.34, 1.44), (.33, 1.60)], [(.19, 1.40), (.35, 1.42)]):
        drawn(points, "rust")
    pencil(-.08, 1.20, 24)


def ebbers():
    timber = wood("spindle", PALETTE["oak"])
    for i in range(6):
        turned((-.40 + .065 * i, 1.30, TOP + .014), (-.34 + .065 * i, 1.72, TOP + .014), [(0, .007), (.2, .011 + .0006 * i), (.45, .014), (.75, .009), (1, .006)], timber)
    for i, key in enumerate(("oak", "walnut", "ash", "oak")):
        turned((.12 + .11 * i, 1.74 - .02 * i, TOP), (.12 + .11 * i, 1.74 - .02 * i, TOP + .34 + .07 * ((i * 2) % 3)), [(0, .020), (.12, .016), (.3, .026), (.55, .014), (.8, .020), (1, .012)], wood("turned", PALETTE[key]))
    model(lambda: spindlechair.build(frame="walnut"), (.24, 1.42, TOP), -28, .27)
    dice = random.Random(3)
    for i in range(26):
        x, y, r = dice.uniform(-.30, .40), dice.uniform(1.12, 1.34), dice.uniform(.008, .017)
        turn = dice.uniform(0, 6)
        tube([(x + r * math.cos(turn + .5 * k), y + r * math.sin(turn + .5 * k), TOP + .004 + .0016 * k) for k in range(9)], .0016, wood("shaving", PALETTE["ash"]))
    rod((-.10, 1.22, TOP + .012), (.02, 1.16, TOP + .012), .012, wood("grip", PALETTE["walnut"]))
    box((.075, 1.134, TOP + .012), (.13, .018, .004), metalwork("chrome"), .001, (0, 0, -26))


def hartwig():
    def fold(at, turn, key, scale):
        line = bent([(-.200, .003), (.205, .003), (.205, .478), (-.215, .478), (-.215, .300), (.115, .300)], .030)
        part = sheet([(y * scale, z * scale) for y, z, *_ in line], .34 * scale, plain("card", PALETTE[key], .85), .0012)
        part.location, part.rotation_euler = at, (0, 0, math.radians(turn))
    for i, (x, y, turn, key, scale) in enumerate(((-.34, 1.62, 60, "chalk", .34), (-.16, 1.70, 40, "ecru", .30), (-.22, 1.42, 75, "chalk", .26), (.00, 1.52, 20, "butter", .24))):
        fold((x, y, TOP), turn, key, scale)
    model(lambda: sidetable.build(frame="rust"), (.26, 1.58, TOP), -20, .62)
    paper(.05, 1.24, .30, .21, -8)
    lines(.05, 1.24, .22, 5, .034, -8)
    for i in range(4):
        box((-.34, 1.26 + .004 * i, TOP + .004 + .006 * i), (.22, .12, .004), metalwork("black" if i % 2 else "chrome"), .0006, (0, 0, 8 - 5 * i))
    box((.30, 1.22, TOP + .004), (.30, .028, .002), metalwork("chrome"), .0004, (0, 0, 14))
    pencil(.02, 1.13, 10)
    pinned(-.10, 1.38, .60, .42)
    drawn([(-.10 - .7 * y, 1.20 + .7 * z) for y, z, *_ in bent([(-.200, .003), (.205, .003), (.205, .478), (-.215, .478), (-.215, .300), (.115, .300)], .030)])
    for z in (1.20, 1.535):
        drawn([(-.33, z), (.13, z)], "rust")


def caldeira():
    raw = [clay("raw", tuple(c * k for c in PALETTE["cloud"])) for k in (.75, .62, .9)]
    profiles = ([(0, 0), (.060, 0), (.095, .06), (.100, .13), (.070, .20), (.034, .25), (.030, .31), (.040, .33)], [(0, 0), (.07, 0), (.11, .05), (.12, .10), (.118, .12)], [(0, 0), (.045, 0), (.07, .04), (.072, .16), (.05, .20), (.055, .215)])
    lathe(profiles[0], raw[0], (-.22, 1.66, TOP), .008)
    lathe(profiles[2], raw[1], (.00, 1.72, TOP), .007)
    lathe(profiles[1], raw[2], (.02, 1.42, TOP), .008)
    lathe(profiles[0], clay("fired", PALETTE["clay"]), (.27, 1.66, TOP), .008)
    lathe([(0, 0), (.17, 0), (.17, .022), (.165, .026), (0, .026)], wood("wheel", PALETTE["ash"]), (-.24, 1.36, TOP), 0)
    lathe([(0, 0), (.055, 0), (.085, .05), (.082, .10), (.070, .12)], raw[0], (-.24, 1.36, TOP + .026), .008)
    for i, turn in enumerate((4, -3, 9)):
        roll(.26, 1.36 - .055 * i, .34, .026, "chalk", turn)
    rod((.06, 1.20, TOP + .008), (.20, 1.16, TOP + .008), .006, wood("tool", PALETTE["walnut"]), .003)
    rod((.00, 1.17, TOP + .008), (.12, 1.12, TOP + .008), .005, wood("tool2", PALETTE["ash"]), .003)
    cushion((-.02, 1.24, TOP + .03), (.11, .10, .06), raw[1], plump=.01, seed=4)


def renck():
    for i in range(7):
        high, radius = .62 - .07 * i, .030 - .002 * i
        pipe = metalwork("chrome") if i % 3 else wood("pipe", PALETTE["oak"])
        lathe([(.008, 0), (radius, .08), (radius, high), (radius - .002, high), (radius - .002, high - .10)], pipe, (-.40 + .075 * i, 1.78 - .012 * i, TOP), 0)
        box((-.40 + .075 * i, 1.78 - .012 * i - radius, TOP + .13), (radius * 1.3, .004, .016), plain("mouth", PALETTE["black"], .8), 0)
    model(lambda: shellchair.build(shell="chalk", frame="oak", cloth="sand"), (.25, 1.56, TOP), -24, .30)
    box((-.22, 1.38, TOP + .024), (.30, .060, .048), wood("rail", PALETTE["oak"], "x", 24), .003, (0, 0, 12))
    box((.00, 1.425, TOP + .024), (.11, .022, .024), wood("tenon", PALETTE["oak"], "x", 24), .002, (0, 0, 12))
    box((.12, 1.30, TOP + .030), (.060, .26, .060), wood("post", PALETTE["walnut"], "y", 24), .003, (0, 0, -16))
    for x, y in ((-.02, 1.24), (.00, 1.215), (-.05, 1.22)):
        rod((x, y, TOP + .007), (x + .06, y + .02, TOP + .007), .006, wood("pin", PALETTE["ash"]))
    rod((-.36, 1.20, TOP + .014), (-.16, 1.16, TOP + .014), .011, wood("handle", PALETTE["ash"]))
    box((-.13, 1.154, TOP + .03), (.055, .11, .055), wood("mallet", PALETTE["walnut"], "y"), .008, (0, 0, -11))


def overgaauw():
    for i, (key, x, y, turn) in enumerate((("ecru", -.26, 1.62, 6), ("moss", -.20, 1.56, -5), ("clay", -.28, 1.48, 9), ("ochre", -.18, 1.40, -3), ("ink", -.26, 1.33, 4))):
        box((x, y, TOP + .004 + .006 * i), (.26, .17, .006), flatweave("sample", PALETTE[key]), .002, (0, 0, turn))
    paper(.20, 1.30, .34, .26, -7)
    for i in range(9):
        for j in range(7):
            if (i * j + i + 2 * j) % 5 in (0, 2):
                a = math.radians(-7)
                x, y = (i - 4) * .032, (j - 3) * .032
                box((.20 + x * math.cos(a) - y * math.sin(a), 1.30 + x * math.sin(a) + y * math.cos(a), TOP + .0028), (.029, .029, .0006), plain("square", PALETTE[("rust", "moss", "ink")[(i + j) % 3]], .9), 0, (0, 0, -7))
    for i, key in enumerate(("rust", "ecru", "moss", "ochre", "dusk")):
        x, y = .02 + .105 * i, 1.70 - .03 * (i % 2)
        lathe([(0, 0), (.020, 0), (.045, .012), (.036, .11), (.014, .17), (.010, .19), (0, .19)], fabric("cone", PALETTE[key], 420, .8), (x, y, TOP), 0)
    pencil(.05, 1.16, 16, "ink")
    pinned(.02, 1.40, .52, .36)
    for i in range(8):
        box((-.20 + .062 * i, 1.988, 1.40), (.030, .003, .30), plain("stripe", PALETTE[("moss", "ecru", "clay", "ochre")[i % 4]], .9), 0)


def solvang():
    model(lambda: pendant.build(shade="ochre", light=0), (.24, 1.60, TOP - .42), 0, .55)
    for i, (x, y, r, high) in enumerate(((-.32, 1.66, .11, .12), (-.12, 1.72, .085, .14), (-.26, 1.42, .10, .06), (-.02, 1.50, .07, .09))):
        lathe([(r, 0), (r * .82, high * .6), (r * .24, high), (.012, high + .004)], plain("paper shade", PALETTE["chalk"], .9), (x, y, TOP), .0012)
    paper(.18, 1.28, .42, .30, 6, "ink")
    for i, r in enumerate((.105, .075, .045)):
        tube([(.18 + r * math.cos(t * math.pi / 12), 1.28 + .9 * r * math.sin(t * math.pi / 12), TOP + .003) for t in range(24)], .0012, plain("chalk line", PALETTE["chalk"], .9), closed=True)
    rod((.30, 1.13, TOP + .007), (.37, 1.17, TOP + .007), .006, plain("chalk", PALETTE["chalk"], .9))
    lathe([(0, 0), (.016, 0), (.018, .03), (.034, .075), (.030, .105), (0, .118)], opal("bulb", strength=1.2), (-.05, 1.28, TOP), 0)
    pinned(-.16, 1.40, .40, .52, "ink")
    disc = lathe([(0, 0), (.11, 0)], plain("moon", PALETTE["butter"], .9), (-.16, 1.986, 1.44), 0)
    disc.rotation_euler = (math.radians(90), 0, 0)


def verdier():
    for i, (key, z, turn) in enumerate((("moss", 0, 3), ("rose", 0, -2), ("ecru", 0, 5), ("petrol", .085, 1), ("ochre", .085, -3))):
        roll(-.12 + .01 * i, 1.80 - .092 * (i % 3) - (.045 if z else 0), .58, .045, key, turn, z)
    wire = metalwork("black")
    for k in range(9):
        a = math.pi * k / 8
        tube([(.26 + .12 * math.cos(a) * s, 1.52 + .10 * math.sin(a) * (1 if s else 0) * s, TOP + .02 + h) for s, h in ((1, 0), (1.12, .07), (.95, .15), (.55, .21), (0, .225))], .0016, wire)
    for h, s in ((.0, 1), (.07, 1.12), (.15, .95), (.20, .62)):
        tube([(.26 + .12 * s * math.cos(math.pi * k / 12), 1.52 + .10 * s * math.sin(math.pi * k / 12), TOP + .02 + h) for k in range(13)], .0016, wire)
    surface(lambda u, v: (.10 + .34 * u, 1.56 - .16 * v + .02 * math.sin(7 * u), TOP + .025 + .24 * (1 - v) * math.sin(math.pi * (.12 + .76 * u)) + .004 * math.sin(18 * u + 5 * v)), fabric("draped", PALETTE["clay"]), 40, 30, .003)
    box((-.20, 1.36, TOP + .006), (.30, .22, .003), fabric("cut", PALETTE["rose"]), .001, (0, 0, 12))
    paper(-.08, 1.26, .24, .30, -18, "butter", .008)
    lathe([(0, 0), (.036, 0), (.046, .020), (.030, .040), (0, .044)], fabric("pins", PALETTE["rust"]), (.10, 1.24, TOP), 0)
    for k in range(7):
        a = 2.4 * k
        lathe([(0, 0), (.003, .001), (.003, .004), (0, .005)], metalwork("chrome"), (.10 + .020 * math.cos(a), 1.24 + .020 * math.sin(a), TOP + .046), 0)
    box((.26, 1.24, TOP + .005), (.20, .016, .004), metalwork("chrome"), .001, (0, 0, 28))
    box((.26, 1.24, TOP + .009), (.20, .016, .004), metalwork("chrome"), .001, (0, 0, 8))


def dertien():
    box((.0, 1.36, TOP + .003), (.70, .42, .004), plain("mat", PALETTE["bottle"], .8), .002, (0, 0, 3))
    model(lambda: trestle.build(top="oak", frame="bottle"), (-.14, 1.64, TOP), 10, .24)
    model(lambda: shelf.build(frame="black", shelves="oak"), (.28, 1.74, TOP), -14, .22)
    model(lambda: shelf.build(frame="chalk", shelves="ash"), (.10, 1.80, TOP), 4, .16)
    for i, (x, y, turn, long) in enumerate(((-.20, 1.34, 14, .24), (-.16, 1.30, 8, .20), (-.22, 1.40, 22, .16), (-.02, 1.28, -30, .12))):
        box((x, y, TOP + .009), (long, .010, .008), wood("strip", PALETTE["ash"], "x"), .001, (0, 0, turn))
    paper(.20, 1.36, .30, .21, -9, lift=.005)
    for i, (dx, wide) in enumerate(((-.07, .10), (.06, .08))):
        box((.20 + dx, 1.37, TOP + .0075), (wide, .0016, .0005), plain("line", PALETTE["ink"], .8), 0, (0, 0, -9))
        box((.20 + dx, 1.33, TOP + .0075), (wide * .8, .0016, .0005), plain("line", PALETTE["ink"], .8), 0, (0, 0, -9))
    box((.06, 1.18, TOP + .010), (.15, .014, .010), plain("knife", PALETTE["ochre"], .4), .003, (0, 0, 20))
    for k, key in enumerate(("rust", "ink", "moss")):
        pencil(-.36 + .03 * k, 1.19 + .02 * k, 6 - 8 * k, key)
    pinned(-.16, 1.40, .44, .32)
    pinned(.30, 1.46, .28, .20, "butter", -3)


def faber():
    place(lambda: tasklamp.build(shade="bottle", light=2), (-.14, 1.70, TOP), 14)
    for i, (x, y, r, high, key) in enumerate(((.22, 1.62, .085, .030, "black"), (.22, 1.62, .070, .026, "brass"), (.22, 1.62, .055, .024, "black"), (.36, 1.44, .060, .022, "brass"), (.06, 1.42, .050, .034, "chrome"))):
        z = TOP + (sum((.030, .026, .024)[:i]) if i < 3 else 0)
        lathe([(0, 0), (r - .003, 0), (r, .003), (r, high - .003), (r - .003, high), (.008, high), (.008, 0)], plain("disc", PALETTE[key], .30, 1.0), (x, y, z), 0)
    for k in range(5):
        turned((-.34 + .05 * k, 1.30, TOP + .012), (-.30 + .05 * k, 1.46, TOP + .012), [(0, .006), (.3, .011), (.5, .007), (.8, .012), (1, .005)], metalwork("brass" if k % 2 else "chrome"))
    box((.18, 1.26, TOP + .004), (.20, .018, .004), metalwork("chrome"), .001, (0, 0, -12))
    box((.10, 1.262, TOP + .004), (.010, .075, .004), metalwork("chrome"), .001, (0, 0, -12))
    box((.15, 1.252, TOP + .004), (.010, .065, .004), metalwork("chrome"), .001, (0, 0, -12))
    paper(-.06, 1.20, .26, .18, 7)
    lines(-.06, 1.20, .18, 4, .032, 7)


def build(maker="vink"):
    box((0, 1.56, TOP - .022), (1.9, .92, .044), wood("table", PALETTE["ash"], "x", 20), .005)
    for side in (-.86, .86):
        box((side, 1.20, (TOP - .044) / 2), (.07, .07, TOP - .044), wood("leg", PALETTE["ash"]), .004)
    {"vink": vink, "ebbers": ebbers, "hartwig": hartwig, "caldeira": caldeira, "renck": renck, "overgaauw": overgaauw, "solvang": solvang, "verdier": verdier, "dertien": dertien, "faber": faber}[maker]()


SHOTS = {"portrait": ((.28, -.02, 1.42), (.01, 1.52, .98), 48, 8, (.05, 1.5, .90))}
