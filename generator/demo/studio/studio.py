"""A photographer's studio in Blender Cycles: materials, simple furniture-making, two stages, light, camera.

Units are metres, z is up, the piece stands at the origin and looks towards -y. Everything is seeded; the same piece gives the same picture.
Needs the `bpy` wheel (5.0) or Debian's `blender` (3.4, no denoiser); runs without a display. Used by render.py.
"""
import itertools
import math
import random

import bpy
from mathutils import Matrix, Vector, noise

# Raised by hand when every picture should be made again: scripts/studio counts it to what makes a picture.
VERSION = 1

# ---------------------------------------------------------------- materials


# What Blender 4 and later call the inputs of the Principled BSDF of Blender 3.
RENAMED = {"Specular": "Specular IOR Level", "Sheen": "Sheen Weight", "Clearcoat": "Coat Weight", "Transmission": "Transmission Weight", "Emission": "Emission Color"}


# The sheen of Blender 4 and later is a white dust, far stronger than that of Blender 3.
SHEEN = 1.0 if bpy.app.version < (4, 0, 0) else 0.16


def _input(bsdf, key):
    """An input of a Principled BSDF by its Blender 3 name, whichever Blender runs."""
    return bsdf.inputs[key if key in bsdf.inputs else RENAMED[key]]


def _unsampled(material):
    """A glow that is seen but is no lamp: no grain from it."""
    if hasattr(material.cycles, "sample_as_light"):
        material.cycles.sample_as_light = False
    else:
        material.cycles.emission_sampling = "NONE"


def _new(name, color, rough, metal=0.0, spec=0.5, sheen=0.0, clearcoat=0.0):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    bsdf = material.node_tree.nodes["Principled BSDF"]
    for key, value in {"Base Color": (*color, 1), "Roughness": rough, "Metallic": metal, "Specular": spec, "Sheen": sheen * SHEEN, "Clearcoat": clearcoat}.items():
        _input(bsdf, key).default_value = value
    return material, material.node_tree, bsdf


def _ramp(nodes, links, fac, low, high, start=0.0, end=1.0):
    ramp = nodes.new("ShaderNodeValToRGB")
    first, last = ramp.color_ramp.elements
    first.position, last.position = start, end
    first.color, last.color = (*low, 1), (*high, 1)
    links.new(fac, ramp.inputs["Fac"])
    return ramp.outputs["Color"]


def _scaled(color, by):
    return tuple(min(1.0, c * by) for c in color)


def plain(name, color, rough=0.45, metal=0.0, spec=0.5, clearcoat=0.0):
    """Lacquer, ceramic, plastic, metal: one colour, one roughness."""
    return _new(name, color, rough, metal, spec, clearcoat=clearcoat)[0]


def fabric(name, color, weave=260, strength=0.4, depth=0.002):
    """Woven cloth: colour varies by thread, the surface is bumpy, the edge glows a little (sheen). Bouclé: weave 90, strength 1, depth 0.02."""
    material, tree, bsdf = _new(name, color, 0.95, spec=0.1, sheen=0.5)
    nodes, links = tree.nodes, tree.links
    coord = nodes.new("ShaderNodeTexCoord").outputs["Object"]
    thread = nodes.new("ShaderNodeTexVoronoi")
    thread.inputs["Scale"].default_value = weave
    slub = nodes.new("ShaderNodeTexNoise")
    slub.inputs["Scale"].default_value = weave * 0.6
    slub.inputs["Detail"].default_value = 6
    for texture in (thread, slub):
        links.new(coord, texture.inputs["Vector"])
    height = nodes.new("ShaderNodeMath")
    height.operation = "ADD"
    links.new(thread.outputs["Distance"], height.inputs[0])
    links.new(slub.outputs["Fac"], height.inputs[1])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = strength, depth
    links.new(height.outputs[0], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], bsdf.inputs["Normal"])
    links.new(_ramp(nodes, links, thread.outputs["Distance"], _scaled(color, 0.7), _scaled(color, 1.2)), bsdf.inputs["Base Color"])
    return material


def _textured(name, color, texture, strength, distance, low=0.7, high=1.15, start=0.3, end=0.7, rough=0.95, sheen=0.0):
    """One texture node that both colours and embosses a surface; returns the material."""
    material, tree, bsdf = _new(name, color, rough, spec=0.15, sheen=sheen)
    nodes, links = tree.nodes, tree.links
    kind, inputs, output = texture
    node = nodes.new(kind)
    for key, value in inputs.items():
        node.inputs[key].default_value = value
    links.new(nodes.new("ShaderNodeTexCoord").outputs["Object"], node.inputs["Vector"])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = strength, distance
    links.new(node.outputs[output], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], bsdf.inputs["Normal"])
    links.new(_ramp(nodes, links, node.outputs[output], _scaled(color, low), _scaled(color, high), start, end), bsdf.inputs["Base Color"])
    return material


def pile(name, color):
    """Cut pile of a tufted rug: deep, soft, each tuft its own shade."""
    return _textured(name, color, ("ShaderNodeTexNoise", {"Scale": 150, "Detail": 8, "Distortion": 0.6}, "Fac"), 0.9, 0.012, 0.55, 1.2, sheen=0.6)


def flatweave(name, color):
    """Ribbed weft of a kelim: fine ridges across the width."""
    material = _textured(name, color, ("ShaderNodeTexWave", {"Scale": 42, "Distortion": 1.2, "Detail": 3, "Detail Scale": 8}, "Fac"), 0.6, 0.003, 0.72, 1.15, 0.1, 0.9, sheen=0.3)
    material.node_tree.nodes["Wave Texture"].bands_direction = "Y"
    return material


def plaster(name, color):
    """Lime plaster: a little cloudy, a little uneven."""
    return _textured(name, color, ("ShaderNodeTexNoise", {"Scale": 2.6, "Detail": 12, "Roughness": 0.62}, "Fac"), 0.10, 0.02, 0.90, 1.05, rough=0.92)


def clay(name, color):
    """Thrown stoneware: matt, faintly speckled."""
    return _textured(name, color, ("ShaderNodeTexNoise", {"Scale": 420, "Detail": 4}, "Fac"), 0.10, 0.001, 0.74, 1.04, 0.28, 0.42, rough=0.55)


def leather(name, color):
    material, tree, bsdf = _new(name, color, 0.42, spec=0.4, clearcoat=0.05)
    nodes, links = tree.nodes, tree.links
    coord = nodes.new("ShaderNodeTexCoord").outputs["Object"]
    pores = nodes.new("ShaderNodeTexVoronoi")
    pores.inputs["Scale"].default_value = 170
    links.new(coord, pores.inputs["Vector"])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = 0.18, 0.002
    links.new(pores.outputs["Distance"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], bsdf.inputs["Normal"])
    cloud = nodes.new("ShaderNodeTexNoise")
    cloud.inputs["Scale"].default_value = 6
    links.new(coord, cloud.inputs["Vector"])
    links.new(_ramp(nodes, links, cloud.outputs["Fac"], _scaled(color, 0.8), _scaled(color, 1.1), 0.3, 0.7), bsdf.inputs["Base Color"])
    return material


def wood(name, color, along="z", scale=38, rough=0.42):
    """Grain stretched along one axis of the part ('x', 'y' or 'z'; 'u' or 'v' of a surface), with fine pores in it; rods have theirs along z."""
    material, tree, bsdf = _new(name, color, rough)
    nodes, links = tree.nodes, tree.links
    place = nodes.new("ShaderNodeTexCoord").outputs["UV" if along in "uv" else "Object"]

    def fibres(stretch, size, detail, distortion):
        mapping, noise = nodes.new("ShaderNodeMapping"), nodes.new("ShaderNodeTexNoise")
        mapping.inputs["Scale"].default_value = tuple(stretch if along in pair else 1.0 for pair in ("xu", "yv", "z"))
        noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value, noise.inputs["Distortion"].default_value = size, detail, distortion
        links.new(place, mapping.inputs["Vector"])
        links.new(mapping.outputs[0], noise.inputs["Vector"])
        return noise.outputs["Fac"]
    grain = _ramp(nodes, links, fibres(0.09, scale, 9, 1.4), _scaled(color, 0.68), _scaled(color, 1.15), 0.3, 0.75)
    pores = _ramp(nodes, links, fibres(0.035, scale * 9, 2, 0.2), (0.62, 0.58, 0.55), (1.06, 1.06, 1.06), 0.3, 0.5)
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type, mix.inputs["Fac"].default_value = "MULTIPLY", 0.75
    links.new(grain, mix.inputs["Color1"])
    links.new(pores, mix.inputs["Color2"])
    links.new(mix.outputs[0], bsdf.inputs["Base Color"])
    return material


def stone(name, base, vein, rough=0.25):
    material, tree, bsdf = _new(name, base, rough, clearcoat=0.2)
    nodes, links = tree.nodes, tree.links
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value, noise.inputs["Distortion"].default_value = 3.2, 12, 3.0
    links.new(nodes.new("ShaderNodeTexCoord").outputs["Object"], noise.inputs["Vector"])
    links.new(_ramp(nodes, links, noise.outputs["Fac"], vein, base, 0.44, 0.53), bsdf.inputs["Base Color"])
    return material


def glass(name, color=(1, 1, 1), rough=0.0):
    material, _, bsdf = _new(name, color, rough)
    _input(bsdf, "Transmission").default_value = 1.0
    bsdf.inputs["IOR"].default_value = 1.45
    return material


def tinted_glass(name, color):
    """Thin coloured glass that lets shadowless light through: carafes, tumblers, smoked shades."""
    material, tree, bsdf = _new(name, color, 0.0)
    nodes, links = tree.nodes, tree.links
    clear, gloss, mix, edge = (nodes.new(f"ShaderNode{kind}") for kind in ("BsdfTransparent", "BsdfGlossy", "MixShader", "LayerWeight"))
    gloss.inputs["Roughness"].default_value, edge.inputs["Blend"].default_value = 0.02, 0.35
    links.new(_ramp(nodes, links, edge.outputs["Facing"], color, tuple(c ** 2.5 for c in color), 0.3, 1.0), clear.inputs["Color"])
    links.new(_ramp(nodes, links, edge.outputs["Facing"], (0.04, 0.04, 0.04), (0.5, 0.5, 0.5), 0.3, 1.0), mix.inputs["Fac"])
    links.new(clear.outputs[0], mix.inputs[1])
    links.new(gloss.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    nodes.remove(bsdf)
    return material


def metalwork(key):
    """Brass and chrome are bare metal; any other colour of the palette is powder-coated steel."""
    bare = key in ("brass", "chrome")
    return plain(key, PALETTE[key], 0.24 if bare else 0.42, float(bare))


def opal(name="opal", color=(1, 0.80, 0.55), strength=1.2):
    """Lit opal glass: brightest where one looks straight into it, warmer and dimmer towards the rim."""
    material, tree, bsdf = _new(name, _scaled(color, 0.9), 0.14)
    nodes, links = tree.nodes, tree.links
    facing = nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.4
    rim = tuple(c * d for c, d in zip(color, (0.40, 0.27, 0.14)))
    links.new(_ramp(nodes, links, facing.outputs["Facing"], color, rim, 0.1, 0.95), _input(bsdf, "Emission"))
    bsdf.inputs["Emission Strength"].default_value = strength
    _unsampled(material)
    return material


def veil(name, color, through=0.5):
    """Thin cloth or paper that a bulb shines through; for parts without thickness."""
    material, tree, bsdf = _new(name, color, 0.9, spec=0.1)
    nodes, links = tree.nodes, tree.links
    behind, mix = nodes.new("ShaderNodeBsdfTranslucent"), nodes.new("ShaderNodeMixShader")
    behind.inputs["Color"].default_value = (*_scaled(color, 1.1), 1)
    mix.inputs["Fac"].default_value = through
    links.new(bsdf.outputs[0], mix.inputs[1])
    links.new(behind.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    return material


def marble(key):
    """Polished stone in a colour of the palette: thin veins, grey in light stone and pale in dark, over soft clouds."""
    color = PALETTE[key]
    material, tree, bsdf = _new(key, color, 0.22, clearcoat=0.25)
    nodes, links = tree.nodes, tree.links
    place = nodes.new("ShaderNodeTexCoord").outputs["Object"]

    def veins(scale, width, low):
        noise, middle, away = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeMath")
        noise.inputs["Scale"].default_value, noise.inputs["Detail"].default_value, noise.inputs["Distortion"].default_value = scale, 10, 2.2
        middle.operation, middle.inputs[1].default_value, away.operation = "SUBTRACT", 0.5, "ABSOLUTE"
        links.new(place, noise.inputs["Vector"])
        links.new(noise.outputs["Fac"], middle.inputs[0])
        links.new(middle.outputs[0], away.inputs[0])
        return _ramp(nodes, links, away.outputs[0], low, color, 0.0, width)
    vein = _scaled(color, 0.42) if sum(color) > 1.5 else tuple(0.20 + 0.7 * c for c in color)
    mix = nodes.new("ShaderNodeMixRGB")
    mix.inputs["Fac"].default_value = 0.5
    links.new(veins(2.1, 0.030, vein), mix.inputs["Color1"])
    links.new(veins(1.3, 0.160, tuple((c + 2 * d) / 3 for c, d in zip(vein, color))), mix.inputs["Color2"])
    links.new(mix.outputs[0], bsdf.inputs["Base Color"])
    return material


def cane(name, color=(0.60, 0.42, 0.22), cell=0.013):
    """Woven cane for a surface(): a net with a round hole in every cell, open to what is behind it."""
    material, tree, bsdf = _new(name, color, 0.5)
    nodes, links = tree.nodes, tree.links
    vector = nodes.new("ShaderNodeTexCoord").outputs["UV"]
    for operation, value in (("MULTIPLY", 1 / cell), ("FRACTION", 0), ("SUBTRACT", 0.5), ("MULTIPLY", (1, 1, 0)), ("LENGTH", 0)):
        node = nodes.new("ShaderNodeVectorMath")
        node.operation = operation
        if value:
            node.inputs[1].default_value = value if isinstance(value, tuple) else (value,) * 3
        links.new(vector, node.inputs[0])
        vector = node.outputs["Value" if operation == "LENGTH" else "Vector"]
    links.new(_ramp(nodes, links, vector, _scaled(color, 1.1), _scaled(color, 0.6), 0.36, 0.68), bsdf.inputs["Base Color"])
    hole = nodes.new("ShaderNodeMath")
    hole.operation, hole.inputs[1].default_value = "LESS_THAN", 0.33
    links.new(vector, hole.inputs[0])
    mix, open_air = nodes.new("ShaderNodeMixShader"), nodes.new("ShaderNodeBsdfTransparent")
    links.new(hole.outputs[0], mix.inputs[0])
    links.new(bsdf.outputs[0], mix.inputs[1])
    links.new(open_air.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], nodes["Material Output"].inputs["Surface"])
    return material


PALETTE = {"oak": (0.46, 0.27, 0.13), "walnut": (0.16, 0.075, 0.035), "ash": (0.62, 0.47, 0.31), "black-oak": (0.02, 0.018, 0.016),
           "rust": (0.30, 0.10, 0.065), "moss": (0.10, 0.115, 0.055), "sand": (0.52, 0.43, 0.33), "ink": (0.022, 0.032, 0.055), "ecru": (0.70, 0.64, 0.54),
           "ochre": (0.45, 0.24, 0.05), "clay": (0.42, 0.22, 0.15), "bottle": (0.03, 0.09, 0.075), "chalk": (0.80, 0.78, 0.73), "black": (0.02, 0.02, 0.02),
           "brass": (0.78, 0.56, 0.28), "chrome": (0.75, 0.76, 0.78), "cognac": (0.33, 0.13, 0.05),
           "olive": (0.22, 0.21, 0.11), "dusk": (0.14, 0.20, 0.27), "teak": (0.34, 0.18, 0.085),
           "rose": (0.52, 0.29, 0.25), "sage": (0.27, 0.30, 0.21), "petrol": (0.02, 0.085, 0.11), "butter": (0.66, 0.50, 0.23), "cloud": (0.45, 0.445, 0.43),
           "plum": (0.105, 0.033, 0.054), "pine": (0.028, 0.058, 0.040)}
TIMBER = {"oak", "walnut", "ash", "black-oak", "teak"}


def finish(color, along="z", scale=38):
    """What a name from the palette is made of: timber with grain along an axis, or else metalwork()."""
    return wood(color, PALETTE[color], along, scale) if color in TIMBER else metalwork(color)

# ---------------------------------------------------------------- making parts


def _by_angle(part):
    """Smooth over its curves but sharp at its edges: Blender 3 has a flag of the mesh for that, later ones a last modifier, which shoot() adds."""
    if hasattr(part.data, "use_auto_smooth"):
        part.data.use_auto_smooth = True
    else:
        part["by_angle"] = True


def _sharpen_edges():
    """What use_auto_smooth did: after all other modifiers, every edge of 30 degrees and more is sharp."""
    group = bpy.data.node_groups.new("by angle", "GeometryNodeTree")
    for way in ("INPUT", "OUTPUT"):
        group.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")
    kinds = ("NodeGroupInput", "NodeGroupOutput", "GeometryNodeInputMeshEdgeAngle", "GeometryNodeSetShadeSmooth", "ShaderNodeMath")
    start, end, angle, shade, below = (group.nodes.new(kind) for kind in kinds)
    below.operation, below.inputs[1].default_value, shade.domain = "LESS_THAN", math.radians(30), "EDGE"
    group.links.new(angle.outputs["Unsigned Angle"], below.inputs[0])
    group.links.new(below.outputs[0], shade.inputs["Shade Smooth"])
    group.links.new(start.outputs[0], shade.inputs[0])
    group.links.new(shade.outputs[0], end.inputs[0])
    for part in bpy.context.scene.objects:
        if part.type == "MESH" and "by_angle" in part:
            part.modifiers.new("by angle", "NODES").node_group = group


def _finish(part, material, bevel=0.0, subdivide=0):
    part.data.materials.append(material)
    if bevel:
        modifier = part.modifiers.new("bevel", "BEVEL")
        modifier.width, modifier.segments = bevel, 4
    if subdivide:
        modifier = part.modifiers.new("subdivide", "SUBSURF")
        modifier.levels = modifier.render_levels = subdivide
    for polygon in part.data.polygons:
        polygon.use_smooth = True
    _by_angle(part)
    return part


def _link(mesh, name):
    part = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(part)
    return part


def box(at, size, material, bevel=0.004, tilt=(0, 0, 0), subdivide=0):
    """A block with rounded edges; tilt in degrees about x, y, z."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, rotation=[math.radians(a) for a in tilt])
    part = bpy.context.object
    part.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    return _finish(part, material, bevel, subdivide)


def cushion(at, size, material, tilt=(0, 0, 0), plump=0.022, seed=0):
    """An upholstered block: fine mesh, corners rounded, faces swollen, a little uneven."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=at, rotation=[math.radians(a) for a in tilt])
    part = bpy.context.object
    part.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    bevel = part.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments = min(size) * 0.34, 6
    grid = part.modifiers.new("grid", "REMESH")
    grid.mode, grid.voxel_size = "VOXEL", max(size) / 70
    bpy.context.view_layer.objects.active = part
    for modifier in ("bevel", "grid"):
        bpy.ops.object.modifier_apply(modifier=modifier)
    hx, hy, hz = (s / 2 for s in size)
    for vertex in part.data.vertices:
        x, y, z = vertex.co.x / hx, vertex.co.y / hy, vertex.co.z / hz
        swell = max(0.0, 1 - x * x) * max(0.0, 1 - y * y)
        side = max(0.0, 1 - z * z)
        dent = 0.25 * math.sin(3.1 * x + seed) * math.cos(2.3 * y + 1.7 * seed)
        vertex.co.z += math.copysign(plump * swell * (1 + dent), vertex.co.z)
        vertex.co.x += plump * 0.5 * side * x * max(0.0, 1 - y * y)
        vertex.co.y += plump * 0.5 * side * y * max(0.0, 1 - x * x)
    return _finish(part, material, subdivide=1)


def rod(start, end, radius, material, end_radius=None):
    """A turned leg or rail from start to end; tapered when end_radius is given."""
    a, b = Vector(start), Vector(end)
    bpy.ops.mesh.primitive_cone_add(vertices=48, radius1=radius, radius2=radius if end_radius is None else end_radius, depth=(b - a).length, location=(a + b) / 2)
    part = bpy.context.object
    part.rotation_euler = (b - a).to_track_quat("Z", "Y").to_euler()
    return _finish(part, material, 0.0015)


def tube(points, radius, material, closed=False, smooth=True):
    """Bent metal or wood through the points."""
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = "3D", radius, 8, 24
    spline = curve.splines.new("BEZIER" if smooth else "POLY")
    if smooth:
        spline.bezier_points.add(len(points) - 1)
        for point, target in zip(spline.bezier_points, points):
            point.co, point.handle_left_type, point.handle_right_type = target, "AUTO", "AUTO"
    else:
        spline.points.add(len(points) - 1)
        for point, target in zip(spline.points, points):
            point.co = (*target, 1)
    spline.use_cyclic_u, curve.use_fill_caps = closed, True
    part = bpy.data.objects.new("tube", curve)
    bpy.context.scene.collection.objects.link(part)
    curve.materials.append(material)
    return part


def lathe(profile, material, at=(0, 0, 0), thickness=0.004, steps=96):
    """Turned shapes from (radius, height) pairs: shades, bowls, bases, round tops."""
    mesh = bpy.data.meshes.new("lathe")
    mesh.from_pydata([(r, 0, z) for r, z in profile], [(i, i + 1) for i in range(len(profile) - 1)], [])
    part = _link(mesh, "lathe")
    part.location = at
    screw = part.modifiers.new("screw", "SCREW")
    screw.steps = screw.render_steps = steps
    screw.use_merge_vertices = screw.use_smooth_shade = True
    screw.merge_threshold = 1e-5
    if thickness:
        solid = part.modifiers.new("solid", "SOLIDIFY")
        solid.thickness = thickness
    part.data.materials.append(material)
    return part


def lit(part):
    """A shade or glass with a bulb inside: casts no shadow, so that the bulb lights the room, and bounced light misses it (less grain)."""
    part.visible_shadow = part.visible_diffuse = False
    return part


def globe(profile, material, at=(0, 0, 0)):
    """A lit glass, turned."""
    return lit(lathe(profile, material, at, 0))


def arc(radius, height, start, end, steps=18, squash=1.0):
    """(radius, height) pairs along a circle, for lathe; angles in degrees, 90 is the top."""
    return [(max(0.0, radius * math.cos(math.radians(a))), height + radius * squash * math.sin(math.radians(a))) for a in [start + (end - start) * i / steps for i in range(steps + 1)]]


def slab(outline, z, thickness, material, bevel=0.006):
    """A flat top with any outline [(x, y), ...]."""
    mesh = bpy.data.meshes.new("slab")
    n = len(outline)
    mesh.from_pydata([(x, y, z) for x, y in outline] + [(x, y, z + thickness) for x, y in outline], [], [list(range(n))[::-1], list(range(n, 2 * n))] + [[i, (i + 1) % n, n + (i + 1) % n, n + i] for i in range(n)])
    return _finish(_link(mesh, "slab"), material, bevel)


def superellipse(a, b, power=3.2, steps=96):
    def signed(v):
        return math.copysign(abs(v) ** (2 / power), v)
    return [(a * signed(math.cos(t)), b * signed(math.sin(t))) for t in (2 * math.pi * i / steps for i in range(steps))]



def fluted(profile, material, folds=40, depth=0.005, sharp=False, at=(0, 0, 0)):
    """A turned shape with vertical flutes, or with sharp pleats: shades, vases. (radius, height) pairs as for lathe."""
    steps = folds * (2 if sharp else 10)
    turns = [(2 * math.pi * i / steps, depth * math.cos(2 * math.pi * i * folds / steps)) for i in range(steps)]
    mesh = bpy.data.meshes.new("fluted")
    mesh.from_pydata([((r + d) * math.cos(t), (r + d) * math.sin(t), z) for r, z in profile for t, d in turns], [],
                     [(k * steps + i, k * steps + (i + 1) % steps, (k + 1) * steps + (i + 1) % steps, (k + 1) * steps + i) for k in range(len(profile) - 1) for i in range(steps)])
    part = _link(mesh, "fluted")
    part.location = at
    mesh.materials.append(material)
    for polygon in mesh.polygons:
        polygon.use_smooth = not sharp
    return part


def sheet(profile, width, material, thickness=0.004, at=(0, 0, 0)):
    """A bent sheet: (depth, height) pairs pulled along x; metal gutters, slings, folded cloth."""
    mesh = bpy.data.meshes.new("sheet")
    mesh.from_pydata([(x, y, z) for y, z, *_ in profile for x in (-width / 2, width / 2)], [], [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)])
    part = _finish(_link(mesh, "sheet"), material)
    part.location = at
    solid = part.modifiers.new("solid", "SOLIDIFY")
    solid.thickness, solid.offset = thickness, 0
    return part


def strands(lines, radius, material):
    """Many cords as one part: rope, wire, fringe. Each line is a list of points."""
    part = tube(lines[0], radius, material)
    part.data.bevel_resolution, part.data.resolution_u = 3, 6
    for line in lines[1:]:
        spline = part.data.splines.new("BEZIER")
        spline.bezier_points.add(len(line) - 1)
        for point, target in zip(spline.bezier_points, line):
            point.co, point.handle_left_type, point.handle_right_type = target, "AUTO", "AUTO"
    return part


def curve_at(points, t):
    """The place at t (0 to 1) on a smooth line through the points."""
    last = len(points) - 1
    i = min(int(t * last), last - 1)
    f = t * last - i
    b, c = Vector(points[i]), Vector(points[i + 1])
    a = Vector(points[i - 1]) if i else 2 * b - c
    d = Vector(points[i + 2]) if i + 2 <= last else 2 * c - b
    return 0.5 * (2 * b + (c - a) * f + (2 * a - 5 * b + 4 * c - d) * f * f + (3 * b - a - 3 * c + d) * f ** 3)


def bent(points, radius, closed=False, steps=10):
    """The points with every corner bent to a radius, as a tube or a sheet of steel is: for tube(smooth=False) and sheet()."""
    line, n = [], len(points)
    points = [Vector(p).to_3d() for p in points]
    for i, corner in enumerate(points):
        if not closed and i in (0, n - 1):
            line.append(corner)
            continue
        before, after = points[i - 1] - corner, points[(i + 1) % n] - corner
        half = before.angle(after) / 2
        reach = min(radius / math.tan(half), before.length * 0.49, after.length * 0.49)
        middle = corner + (before.normalized() + after.normalized()).normalized() * reach / math.cos(half)
        start, end = corner + before.normalized() * reach - middle, corner + after.normalized() * reach - middle
        line += [middle + start.slerp(end, k / steps) * start.length for k in range(steps + 1)] if start.length > 1e-6 else [corner]
    return line


def lost(t, length, radius):
    """How much narrower a sheet with round corners is at t (0 to 1) of its length."""
    short = max(0.0, radius - min(t, 1 - t) * length)
    return radius - math.sqrt(radius * radius - short * short)


def surface(shape, material, across=32, length=48, thickness=0.01, offset=0.0, edge=None, bevel=0.002, dense=False):
    """Bent plywood, a shell, leather, a cloth: shape(u, v) is the place of u, v (0 to 1).

    UVs are in metres along the middle lines; edge is the material of the rim; dense puts more mesh near the borders, for round corners.
    """
    def steps(count):
        gather = 0.6 if dense else 0.0
        return [(1 - gather) * i / count + gather * (0.5 - 0.5 * math.cos(math.pi * i / count)) for i in range(count + 1)]

    def travelled(line):
        return list(itertools.accumulate((b - a).length for a, b in zip(line[:1] + line, line)))
    rows = [[Vector(shape(u, v)) for u in steps(across)] for v in steps(length)]
    wide, deep = travelled(rows[length // 2]), travelled([row[across // 2] for row in rows])
    mesh, n = bpy.data.meshes.new("surface"), across + 1
    mesh.from_pydata([p for row in rows for p in row], [], [(j * n + i, j * n + i + 1, j * n + n + i + 1, j * n + n + i) for j in range(length) for i in range(across)])
    layer = mesh.uv_layers.new()
    for loop in mesh.loops:
        layer.data[loop.index].uv = wide[loop.vertex_index % n], deep[loop.vertex_index // n]
    part = _link(mesh, "surface")
    weld = part.modifiers.new("weld", "WELD")
    weld.merge_threshold = 1e-5
    if thickness:
        solid = part.modifiers.new("solid", "SOLIDIFY")
        solid.thickness, solid.offset, solid.material_offset_rim = thickness, offset, 1 if edge else 0
        round_off = part.modifiers.new("bevel", "BEVEL")
        round_off.width, round_off.segments = min(bevel, thickness * 0.45), 4
    _finish(part, material)
    if edge:
        part.data.materials.append(edge)
    return part


def turned(start, end, profile, material):
    """A spindle or leg from the lathe: profile is (share of the length, radius) pairs, smoothly joined."""
    a, b = Vector(start), Vector(end)
    size = (b - a).length
    curve = [curve_at(profile, i / 40) for i in range(41)]
    part = lathe([(0, 0)] + [(r, t * size) for t, r in curve] + [(0, size)], material, a, 0, 40)
    part.rotation_euler = (b - a).to_track_quat("Z", "Y").to_euler()
    _by_angle(part)
    return part


def pad(outline, z, thickness, material, crown=0.02, soft=0.5):
    """An upholstered pad of any round outline: rim rounded by a share `soft` of the thickness, crowned top."""
    radius = thickness * soft
    rim = [(radius * (1 - math.cos(a)), (thickness / 2 - radius) * math.copysign(1, a) + radius * math.sin(a)) for a in (math.radians(-90 + 180 * i / 24) for i in range(25))]
    n, reach = len(outline), min(math.hypot(x, y) for x, y in outline)
    profile = [(1 - s, -thickness / 2, True) for s in (0, .5, .9)] + [(i / reach, h, False) for i, h in rim] + [(1 - s, thickness / 2, True) for s in (.9, .75, .6, .45, .3, .15, 0)]

    def shape(u, v):
        x, y = outline[round(u * n) % n]
        inset, h, flat = profile[round(v * (len(profile) - 1))]
        s = (1 - inset) * (1 - radius / reach) if flat else 1 - inset
        return x * s, y * s, z + thickness / 2 + h + (crown * (1 - s * s) ** 1.5 if h > 0 else 0)
    return surface(shape, material, n, len(profile) - 1, 0)


def pillow(at, size, material, tilt=(0, 0, 0), seed=0, plump=1.0, piping=None):
    """A loose pillow with a knife edge: pinched corners, full middle, a few creases; lies flat before the tilt. piping is the material of its edge."""
    wide, deep, high = size

    def face(sign):
        def shape(u, v):
            a, b = 2 * u - 1, 2 * v - 1
            full = ((1 - abs(a) ** 2.6) * (1 - abs(b) ** 2.6)) ** 0.55 * plump
            crease = noise.noise((a * 1.9 + seed, b * 1.9, seed * 3.7)) * 0.16 * full + noise.noise((a * 5 + seed, b * 5, seed)) * 0.05 * full
            return wide / 2 * a * (1 - 0.07 * (1 - b * b)), deep / 2 * b * (1 - 0.07 * (1 - a * a)), sign * high / 2 * (full + crease)
        return shape
    for sign in (-1, 1):
        part = surface(face(sign), material, 40, 40, 0)
        part.location, part.rotation_euler = at, [math.radians(a) for a in tilt]
    if piping:
        side = [-1 + k / 6 for k in range(12)]
        edge = [(a, -1) for a in side] + [(1, b) for b in side] + [(-a, 1) for a in side] + [(-1, -b) for b in side]
        cord = tube([(wide / 2 * a * (1 - 0.07 * (1 - b * b)), deep / 2 * b * (1 - 0.07 * (1 - a * a)), 0) for a, b in edge], 0.004, piping, closed=True)
        cord.location, cord.rotation_euler = at, [math.radians(a) for a in tilt]


def book(at, size, color, turn=0.0):
    """A book lying flat, turned by degrees, its spine to the front: two boards, a spine, pages."""
    wide, deep, thick = size
    cover, tilt = plain("cover", PALETTE[color], .7), (0, 0, turn)
    box(at, (wide - .008, deep - .008, thick - .004), plain("pages", PALETTE["ecru"], .9), 0, tilt)
    for z in (-thick / 2 + .0012, thick / 2 - .0012):
        box(Vector(at) + Vector((0, 0, z)), (wide, deep, .0024), cover, .0008, tilt)
    box(Vector(at) + Matrix.Rotation(math.radians(turn), 3, "Z") @ Vector((0, -deep / 2 + .0015, 0)), (wide, .003, thick), cover, .001, tilt)


def books(at, width, seed=0, colors=("ecru", "ink", "rust", "sand", "bottle", "chalk", "clay", "ochre")):
    """A row of books along x from `at`, spines to the front, the last one leaning."""
    chance = random.Random(seed)
    x = 0.0
    while True:
        thick, tall, deep = chance.uniform(.014, .038), chance.uniform(.19, .27), chance.uniform(.14, .18)
        last = x + thick * 2.6 > width
        side = x + thick / 2 + (.055 - tall / 2 * math.sin(math.radians(14)) if last else 0)
        cover = plain("book", PALETTE[chance.choice(colors)], .7)
        box((at[0] + side, at[1] - (0.18 - deep) / 2, at[2] + tall / 2), (thick, deep, tall), cover, .002, (0, -14 if last else 0, 0))
        x += thick + .0012
        if last:
            return


def curtain(x, start, end, height, color, folds=9):
    """A sheer curtain along y beside a window, on a thin rail."""
    def shape(u, v):
        wave = math.sin(2 * math.pi * folds * u + 0.5 * math.sin(9 * u))
        return x + (0.035 + 0.012 * (1 - v)) * wave, start + (end - start) * u + 0.012 * math.sin(5 * v + 20 * u), 0.012 + v * (height - 0.012)
    surface(shape, veil("curtain", color, 0.45), folds * 14, 12, 0)
    rod((x, start - 0.3, height + 0.01), (x, end + 0.15, height + 0.01), 0.009, metalwork("black"))


def place(make, at, turn=0.0):
    """Builds a piece and stands it somewhere in a scene, turned by degrees about z."""
    before = set(bpy.data.objects)
    make()
    holder = bpy.data.objects.new("holder", None)
    bpy.context.scene.collection.objects.link(holder)
    for part in set(bpy.data.objects) - before - {holder}:
        part.parent = part.parent or holder
    holder.location, holder.rotation_euler = at, (0, 0, math.radians(turn))

# ---------------------------------------------------------------- stages and light


def area(at, size, power, target=(0, 0, 0.5), color=(1, 1, 1), glossy=True):
    lamp = bpy.data.lights.new("area", "AREA")
    lamp.shape, lamp.size, lamp.size_y, lamp.energy, lamp.color = "RECTANGLE", *size, power, color
    part = bpy.data.objects.new("area", lamp)
    bpy.context.scene.collection.objects.link(part)
    part.location, part.visible_glossy = at, glossy
    part.rotation_euler = (Vector(target) - Vector(at)).to_track_quat("-Z", "Y").to_euler()


def bulb(at, power=4.0, radius=0.03, color=(1, 0.74, 0.45)):
    """The light in a lamp: it lights the shade and the room but is not seen itself. Without power there is none (by day: less grain)."""
    if not power:
        return
    lamp = bpy.data.lights.new("bulb", "POINT")
    lamp.energy, lamp.shadow_soft_size, lamp.color = power, radius, color
    part = bpy.data.objects.new("bulb", lamp)
    bpy.context.scene.collection.objects.link(part)
    part.location, part.is_shadow_catcher = at, False


def sky(color, strength):
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs[0].default_value, background.inputs[1].default_value = (*color, 1), strength
    world.cycles.sampling_method = "NONE"


def _on_paper():
    """A handful of lights needs no search for the ones that count, and the quicker denoiser does: half the time of a packshot, and no eye tells the difference."""
    cycles = bpy.context.scene.cycles
    cycles.use_light_tree = False
    if cycles.use_denoising:
        cycles.denoising_quality = "FAST"


def seamless(color=(0.70, 0.665, 0.615), scale=1.0, cutout=False):
    """Paper roll from floor to wall, large soft key from the left, weak cool fill, top light. scale follows the size of the piece."""
    mesh = bpy.data.meshes.new("paper")
    bend = [(1.6 + 0.9 * math.sin(a), 0.9 - 0.9 * math.cos(a)) for a in (i * math.pi / 48 for i in range(25))]
    profile = [(-4.0, 0.0)] + bend + [(2.5, 6.0)]
    mesh.from_pydata([(x * scale, y * scale, z * scale) for y, z in profile for x in (-8, 8)], [], [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(profile) - 1)])
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    paper = _link(mesh, "paper")
    paper.data.materials.append(plain("paper", color, 0.9, spec=0.2))
    if cutout:
        paper.is_shadow_catcher = True
        bpy.context.scene.render.film_transparent = True
    _on_paper()
    power = scale * scale
    middle = (0, 0, 0.5 * scale)
    area((-2.6 * scale, -1.6 * scale, 2.6 * scale), (2.2 * scale, 2.6 * scale), 130 * power, middle, (1, 0.96, 0.9))
    area((2.8 * scale, -1.2 * scale, 1.8 * scale), (1.2 * scale, 2.4 * scale), 26 * power, middle, (0.88, 0.94, 1))
    area((0, 0.4 * scale, 3.6 * scale), (2 * scale, 1.2 * scale), 30 * power, middle)
    sky((0.9, 0.93, 1), 0.22)


def hanging(height=1.5, scale=1.0, color=(0.70, 0.665, 0.615), cutout=True):
    """A wall at y=0 for what hangs at `height`: the key from the upper left, the shadow falls to the lower right."""
    mesh = bpy.data.meshes.new("paper")
    mesh.from_pydata([(-8, 0, -6), (8, 0, -6), (8, 0, 9), (-8, 0, 9)], [], [(0, 1, 2, 3)])
    paper = _link(mesh, "paper")
    paper.data.materials.append(plain("paper", color, 0.9, spec=0.2))
    paper.is_shadow_catcher = bpy.context.scene.render.film_transparent = cutout
    _on_paper()
    power, middle = scale * scale, (0, 0, height)
    area((-2.2 * scale, -2.0 * scale, height + 1.7 * scale), (1.5 * scale, 1.8 * scale), 120 * power, middle, (1, 0.96, 0.9))
    area((2.6 * scale, -2.2 * scale, height + 0.2 * scale), (1.2 * scale, 2.4 * scale), 24 * power, middle, (0.88, 0.94, 1))
    sky((0.9, 0.93, 1), 0.3)
    card((-3.0, -4.2, height + 0.5), (11, 0.01, 8), 20, (0.24, 0.20, 0.16), (1.0, 0.97, 0.92), "X", 0.50, 0.70).visible_camera = False


def card(at, size, turn, low, high, axis, start=0.0, end=1.0, name="reflection"):
    """A card that glows in two colours, for windows and mirrors to show: it lights nothing and casts no shadow."""
    material = plain(name, (0, 0, 0), 1, spec=0)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    split = nodes.new("ShaderNodeSeparateXYZ")
    links.new(nodes.new("ShaderNodeTexCoord").outputs["Generated"], split.inputs[0])
    links.new(_ramp(nodes, links, split.outputs[axis], low, high, start, end), _input(nodes["Principled BSDF"], "Emission"))
    nodes["Principled BSDF"].inputs["Emission Strength"].default_value = 1
    _unsampled(material)
    card = box(at, size, material, 0, (0, 0, turn))
    card.name = name
    card.visible_diffuse = card.visible_shadow = False
    return card


def planks(left, right, front, back, color, width=0.18):
    """Boards along y, each its own shade."""
    for i in range(math.ceil((right - left) / width)):
        board = wood(f"plank{i}", _scaled(color, 0.86 + 0.28 * ((i * 7919) % 13) / 13), "y", 22, 0.36)
        box((left + (i + 0.5) * width, (front + back) / 2, -0.012), (width - 0.0015, back - front, 0.024), board, 0.001)


def tiles(left, right, front, back, color, size=0.8):
    """Large square tiles of cast stone with a thin joint."""
    box(((left + right) / 2, (front + back) / 2, -0.03), (right - left, back - front, 0.04), plain("joint", _scaled(color, 0.6), 0.95), 0)
    kinds = [_textured(f"tile{i}", _scaled(color, 0.94 + 0.04 * i), ("ShaderNodeTexNoise", {"Scale": 9, "Detail": 12}, "Fac"), 0.05, 0.004, 0.92, 1.04, rough=0.5) for i in range(4)]
    for i in range(math.ceil((right - left) / size)):
        for j in range(math.ceil((back - front) / size)):
            box((left + (i + 0.5) * size, back - (j + 0.5) * size, -0.012), (size - 0.006, size - 0.006, 0.024), kinds[(i * 5 + j * 3 + i * j) % 4], 0.002)


WALLS = {"chalk": (0.70, 0.67, 0.61), "clay": (0.50, 0.31, 0.22), "olive": (0.33, 0.33, 0.24), "dusk": (0.17, 0.23, 0.29), "ochre": (0.56, 0.38, 0.16)}
LIGHT = {"sun": {"window": 25, "tint": (0.93, 0.96, 1), "fill": 1.5, "view": ((1.6, 1.8, 1.7), (2.4, 2.7, 3.0)), "sky": ((0.8, 0.88, 1), 0.35), "exposure": 0.25, "clamp": 3},
         "overcast": {"window": 34, "tint": (0.90, 0.95, 1), "fill": 0.55, "view": ((1.3, 1.5, 1.5), (2.2, 2.4, 2.6)), "sky": ((0.85, 0.92, 1), 0.3), "exposure": 0.1, "clamp": 3},
         "evening": {"window": 3.2, "tint": (0.36, 0.52, 1), "fill": 0.32, "view": ((0.62, 0.34, 0.20), (0.07, 0.13, 0.30)), "sky": ((0.3, 0.42, 0.8), 0.035), "exposure": 0.9, "clamp": 0.4}}


def room(wall=WALLS["chalk"], floor=None, light="sun", width=6.4, depth=4.6, height=2.9, windows=((-0.9, 1.1, 0.12, 2.55),), paving=planks):
    """A room: back wall at y=2, tall windows (front, back, foot, head) in the left wall, skirting; light is sun, overcast or evening."""
    mood = LIGHT[light]
    left, right, back, front = -width / 2, width / 2, 2.0, 2.0 - depth
    lime, white = plaster("plaster", wall), plain("white", (0.80, 0.78, 0.74), 0.5)
    paving(left, right, front - 1, back, floor or PALETTE["ash"])
    box((0, back + 0.05, height / 2), (width + 0.4, 0.1, height), lime, 0)
    box((0, front - 1.05, height / 2), (width + 0.4, 0.1, height), lime, 0)
    box((0, back - 0.008, 0.04), (width, 0.016, 0.08), white, 0.003)
    box((right + 0.05, (front + back) / 2, height / 2), (0.1, depth + 2, height), lime, 0)
    box((right - 0.008, (front + back) / 2, 0.04), (0.016, depth + 2, 0.08), white, 0.003)
    box((0, (front + back) / 2, height + 0.05), (width + 0.4, depth + 2, 0.1), white, 0)
    start = front - 1
    for y0, y1, z0, z1 in windows:
        for ya, yb, za, zb in ((start, y0, 0, height), (y0, y1, 0, z0), (y0, y1, z1, height)):
            box((left - 0.06, (ya + yb) / 2, (za + zb) / 2), (0.12, yb - ya, zb - za), lime, 0)
        start, middle = y1, (y0 + y1) / 2
        for y in (y0 + 0.02, middle, y1 - 0.02):
            box((left - 0.06, y, (z0 + z1) / 2), (0.05, 0.035, z1 - z0), white, 0.003)
        for z in (z0 + 0.02, z0 + 0.55 * (z1 - z0), z1 - 0.02):
            box((left - 0.06, middle, z), (0.05, y1 - y0, 0.035), white, 0.003)
        area((left + 0.02, middle, (z0 + z1) / 2), (y1 - y0, z1 - z0), mood["window"] * (y1 - y0) * (z1 - z0), (3, middle, (z0 + z1) / 2 - 0.15), mood["tint"])
    box((left - 0.06, (start + back) / 2, height / 2), (0.12, back - start, height), lime, 0)
    card((left - 2.5, (front + back) / 2, height / 2), (0.01, depth + 12, height + 5), 0, *mood["view"], "Z", 0.38, 0.75, "view")
    area((right - 2, front - 0.6, height - 0.6), (3, 1.6), mood["fill"] * width * depth, (0, 0.8, 0.9), (1, 0.97, 0.93) if light != "evening" else (1, 0.7, 0.45), False)
    if light == "sun":
        sunshine((1, 0.22, -0.42))
    sky(*mood["sky"])
    scene = bpy.context.scene
    scene.view_settings.exposure, scene.cycles.sample_clamp_indirect = mood["exposure"], mood["clamp"]


def sunshine(towards, power=9, color=(1, 0.84, 0.64)):
    lamp = bpy.data.lights.new("sun", "SUN")
    lamp.energy, lamp.angle, lamp.color = power, math.radians(1.2), color
    part = bpy.data.objects.new("sun", lamp)
    bpy.context.scene.collection.objects.link(part)
    part.rotation_euler = Vector(towards).to_track_quat("-Z", "Y").to_euler()

# ---------------------------------------------------------------- camera and picture


def camera(at, target, lens=60, fstop=5.6, focus=None, level=False):
    """level: a shift lens; the camera stays level and uprights stay upright."""
    data = bpy.data.cameras.new("camera")
    data.lens, data.dof.use_dof, data.dof.aperture_fstop = lens, True, fstop
    data.dof.focus_distance = (Vector(at) - Vector(focus or target)).length
    part = bpy.data.objects.new("camera", data)
    bpy.context.scene.collection.objects.link(part)
    part.location = at
    ray = Vector(target) - Vector(at)
    if level:
        data.shift_y = lens / data.sensor_width * ray.z / ray.xy.length
        ray.z = 0
    part.rotation_euler = ray.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.camera = part


def frame(direction, lens=62, fill=0.8, fstop=8, lift=0.0):
    """Puts the camera along direction (from the piece) so that everything but the stage fills the picture to `fill` of its width or height."""
    from bpy_extras.object_utils import world_to_camera_view
    scene = bpy.context.scene
    graph = bpy.context.evaluated_depsgraph_get()
    points = []
    for part in scene.objects:
        if part.type in {"MESH", "CURVE"} and part.name not in STAGE:
            shape = part.evaluated_get(graph)
            # A curve's own bounding box counts its points' radius of one metre since Blender 4: what is measured is its surface.
            corners = [vertex.co for vertex in shape.to_mesh().vertices] if part.type == "CURVE" else [Vector(corner) for corner in shape.bound_box]
            points += [shape.matrix_world @ corner for corner in corners]
            shape.to_mesh_clear()
    points = [p for p in points if p.z < 2.2]
    middle = sum((Vector([f(p[i] for p in points) for i in range(3)]) for f in (min, max)), Vector()) / 2
    ray, distance = Vector(direction).normalized(), 4.0
    for _ in range(12):
        camera(middle + ray * distance, middle, lens, fstop)
        bpy.context.view_layer.update()
        seen = [world_to_camera_view(scene, scene.camera, p) for p in points]
        xs, ys = [p.x for p in seen], [p.y for p in seen]
        right, up = scene.camera.matrix_world.col[0].xyz, scene.camera.matrix_world.col[1].xyz
        height = distance * scene.camera.data.sensor_width / lens * scene.render.resolution_y / max(scene.render.resolution_x, scene.render.resolution_y)
        width = height * scene.render.resolution_x / scene.render.resolution_y
        middle += right * ((min(xs) + max(xs)) / 2 - .5) * width + up * ((min(ys) + max(ys)) / 2 - .5 + lift) * height
        distance *= max(max(xs) - min(xs), max(ys) - min(ys)) / fill
        bpy.data.objects.remove(scene.camera)
    camera(middle + ray * distance, middle, lens, fstop)


def seen_from(direction, *rest):
    """For a view from behind the piece turns round and the camera stays in front: light and paper are the same in every picture."""
    x, y, z = direction
    if y <= 0:
        return direction, *rest
    half_turn = Matrix.Rotation(math.pi, 4, "Z")
    bpy.context.view_layer.update()
    for part in bpy.context.scene.objects:
        if part.type in {"MESH", "CURVE", "EMPTY"} and part.name not in STAGE and not part.parent:
            part.matrix_world = half_turn @ part.matrix_world
    return (-x, -y, z), *rest


STAGE = {"paper", "reflection"}
ANGLES = {"main": ((0.55, -0.86, 0.26), 62, 0.78), "front": ((0, -1, 0.12), 70, 0.78), "side": ((1, -0.05, 0.14), 70, 0.78), "back": ((-0.6, 0.8, 0.3), 62, 0.78)}


def empty_studio(width, height, samples, exposure=0.25, denoise=False):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.seed = "CPU", samples, 1
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.02
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 8, 4, 4, 8
    cycles.transparent_max_bounces = 24
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.use_denoising = 3, denoise
    if denoise:  # Filtering the guides first costs a third of a small picture's time and is not seen at 800 px.
        cycles.denoising_prefilter, cycles.denoising_quality = "NONE", "BALANCED"
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    scene.view_settings.view_transform, scene.view_settings.look, scene.view_settings.exposure = "Filmic", "Medium High Contrast", exposure


def shoot(path):
    if bpy.app.version >= (4, 1, 0):
        _sharpen_edges()
    render = bpy.context.scene.render
    image = render.image_settings
    image.file_format, image.quality = "WEBP" if path.endswith(".webp") else "PNG", 80
    image.color_mode = "RGBA" if render.film_transparent else "RGB"
    render.filepath = path
    bpy.ops.render.render(write_still=True)
