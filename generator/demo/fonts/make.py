"""Makes the four fonts of the demo's documents from the shop's own: python make.py ../../../islands/node_modules/@fontsource-variable"""

import sys

from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

NEWSREADER = "newsreader/files/newsreader-latin-opsz-normal.woff2"
INSTRUMENT = "instrument-sans/files/instrument-sans-latin-wght-normal.woff2"
FONTS = [
    (NEWSREADER, "newsreader-display", "Newsreader Display", {"wght": 330, "opsz": 48}),
    (NEWSREADER, "newsreader-text", "Newsreader Text", {"wght": 360, "opsz": 16}),
    (INSTRUMENT, "instrument-sans-regular", "Instrument Sans", {"wght": 400}),
    (INSTRUMENT, "instrument-sans-medium", "Instrument Sans Medium", {"wght": 500}),
]
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x152, 0x153]
LETTERS += [0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x20AC, 0x2122, 0x2212]
SQUARED = 0xB2


def add_squared(font):
    """Instrument Sans has no raised two, and cloth is weighed in g/m²."""
    pen = TTGlyphPen(font.getGlyphSet())
    pen.addComponent("two", (0.6, 0, 0, 0.6, 0, 0.4 * font["OS/2"].sCapHeight))
    font.setGlyphOrder([*font.getGlyphOrder(), "twosuperior"])
    font["glyf"]["twosuperior"] = pen.glyph()
    advance, left = font["hmtx"]["two"]
    font["hmtx"]["twosuperior"] = (round(advance * 0.6), round(left * 0.6))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[SQUARED] = "twosuperior"


for source, file, name, axes in FONTS:
    font = TTFont(f"{sys.argv[1]}/{source}", recalcTimestamp=False)
    font.flavor = None
    font = instancer.instantiateVariableFont(font, axes)
    if SQUARED not in font.getBestCmap():
        add_squared(font)
    options = subset.Options()
    options.layout_features = ["kern", "liga", "ccmp", "locl", "mark", "tnum"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.hinting = False
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    for place, text in [(1, name), (4, name), (6, name.replace(" ", ""))]:
        font["name"].setName(text, place, 3, 1, 0x409)
    font.save(f"{file}.ttf")
