#!/usr/bin/env python3
"""Gives products, variants, projects and news the pictures that wiring.json means for them, as far as they are rendered.

    python3 generator/demo/studio/wire.py

Run it after `scripts/studio`; it may be run again and again, and prints the files it changed. wiring.json: `views` are what follows a family's main
picture; `looks` is the main picture of a variant that looks different; `instead` what stands in for a look that is not rendered; `rooms` what shows
a look beside its own details; `colours` is for a family of more cloths than pictures: the look by colour, and which colour
is shown for those that have none; `entries` the picture or portrait of an entry and its gallery, the first of each list that there is.
A room stands in a gallery only below two packshots or more: below one it would leave a hole beside it. A look without details of its own is followed
by its family's, whose `shows` in pictures.json say which options are in them.
"""
import json
from pathlib import Path

DEMO = Path(__file__).resolve().parent.parent
SHOP = DEMO / "shops/lindhoven"
WIRING = json.loads((DEMO / "studio/wiring.json").read_text())
MANIFEST = json.loads((SHOP / "media/manifest.json").read_text())
RECIPES = json.loads((DEMO / "studio/pictures.json").read_text())
# Their galleries were put together by hand.
BY_HAND = {"plank-ravel", "koepel-drie"}


def rendered(name):
    return MANIFEST.get(name, {}).get("hash", "proof") != "proof" and (SHOP / f"media/{name}.webp").exists()


def whole(media):
    """Without rooms, where there are too few packshots above them."""
    packshots = [name for name in media if not name.endswith("-wide")]
    return media if len(packshots) > 1 else packshots


def look_of(family, variant):
    if family in WIRING["colours"]:
        colour = variant["options"]["cloth"].rsplit("-", 1)[-1]
        colours = WIRING["colours"][family]
        return colours["look"].format(colours["shown"].get(colour, colour))
    look = WIRING["looks"].get(variant["number"])
    return look if look is None or rendered(look) else WIRING["instead"].get(look, look)


def details_of(look):
    """The views of the very same look."""
    shown = ("main", "wide", "portrait")
    return [name for name, recipe in RECIPES.items() if recipe["shot"] not in shown and name == f"{look[:-5]}-{recipe['shot']}"]


def is_packshot(name):
    return RECIPES[name]["shot"] not in ("wide", "portrait")


def views_of(family):
    """What tells of a material or a joint whatever the colour: the page says in which one it is shown."""
    return [name for name in WIRING["views"].get(family, []) if is_packshot(name) and rendered(name)]


def wire_variant(family, main, variant):
    look = look_of(family, variant)
    if look is None or not rendered(look):
        look = next(iter(variant.get("media", [])), None)
    if look is None or look == main or not rendered(look):
        variant.pop("media", None)
        return
    rooms = WIRING["rooms"].get(look, [])
    own = [name for name in [*(n for n in details_of(look) if n not in rooms), *rooms] if rendered(name)]
    packshots = [name for name in own if is_packshot(name)]
    media = [look, *(packshots or views_of(family)), *(name for name in own if name not in packshots)]
    fields = list(variant)
    before = ("number", "options", "price", "stock", "width", "height", "length", "weight")
    at = fields.index("media") if "media" in variant else max(i for i, field in enumerate(fields) if field in before) + 1
    rest = [(field, value) for field, value in variant.items() if field != "media"]
    variant.clear()
    variant.update([*rest[:at], ("media", whole(media)), *rest[at:]])


def wire_product(path):
    product = json.loads(path.read_text())
    main = next(iter(product.get("media") or []), None)
    if main is None or path.stem in BY_HAND:
        return
    product["media"] = whole([main] + [name for name in WIRING["views"].get(path.stem, []) if rendered(name)])
    for variant in product.get("variants", []):
        wire_variant(path.stem, main, variant)
    save(path, product)


def wire_entry(path, wanted):
    entry = json.loads(path.read_text())
    for site in (site for site in entry.values() if isinstance(site, dict)):
        for field in ("image", "portrait"):
            if field in site and field in wanted and rendered(wanted[field]):
                site[field] = f"assets::{wanted[field]}.webp"
        if "gallery" in site and "gallery" in wanted and rendered(wanted["image"]):
            site["gallery"] = [f"assets::{next(filter(rendered, names))}.webp" for names in wanted["gallery"]]
    save(path, entry)


def save(path, value):
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    if text != path.read_text():
        path.write_text(text)
        print(path.relative_to(SHOP))


for file in sorted((SHOP / "products").glob("*.json")):
    wire_product(file)
for name, pictures in WIRING["entries"].items():
    wire_entry(SHOP / f"content/{name}.json", pictures)
