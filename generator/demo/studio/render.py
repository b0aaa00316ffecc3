"""python render.py PIECE SHOT WIDTH HEIGHT SAMPLES OUT.png [key=value ...]: one picture of one piece, with the `bpy` wheel (Blender 5, denoised).

Under Debian's Blender 3.4, which has no denoiser: blender -b --factory-startup -P render.py -- PIECE SHOT … with three times the samples.
Two threads at most (STUDIO_THREADS), so that a batch leaves the machine usable.
"""
import importlib
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "pieces")]
import bpy
import studio

arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else sys.argv[1:]
piece, shot, width, height, samples, out, *options = arguments
module = importlib.import_module(piece)
began = time.time()
studio.empty_studio(int(width), int(height), int(samples), denoise=bpy.app.version >= (4, 0, 0))
render = bpy.context.scene.render
render.threads_mode, render.threads = "FIXED", int(os.environ.get("STUDIO_THREADS", "2"))
if hasattr(module, "stage"):
    module.stage()
else:
    studio.seamless(scale=getattr(module, "SCALE", 1.0), cutout=True)
chosen = dict(option.split("=") for option in options)
if "light" in chosen:
    chosen["light"] = float(chosen["light"])
module.build(**chosen)
angles = {**studio.ANGLES, **getattr(module, "ANGLES", {})}
if shot in angles:
    studio.frame(*studio.seen_from(*angles[shot]))
else:
    studio.camera(*module.SHOTS[shot], level=shot in ("wide", "portrait"))
studio.shoot(os.path.abspath(out))
print("RENDERED", piece, shot, width, height, samples, f"{time.time() - began:.1f} s")
