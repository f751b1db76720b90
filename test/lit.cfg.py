"""How lit runs the tests of TileIR: `lit -sv test`, from anywhere.

Tools are found by plain name: TileIR's own in TILEIR_BIN (by default the debug
build), then those of MLIR_PREFIX. `%plugin` is the plugin, `%ptxas` the
assembler. A test asks for what a machine may lack by REQUIRES: `vulkan` (a
device), `ptxas`, `spirv-val`, `spirv-cross`, `cuda` (a device).
"""

import os
import shutil
import subprocess
from pathlib import Path

import lit.formats

root = Path(__file__).resolve().parent.parent
prefix = Path(os.environ.get("MLIR_PREFIX", "/usr/lib/llvm-22"))
target = Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
binaries = Path(os.environ.get("TILEIR_BIN", target / "debug")).resolve()

config.name = "TileIR"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_source_root = str(Path(__file__).resolve().parent)
config.test_exec_root = str(binaries.parent / "lit")
config.excludes = ["Inputs", "Output"]

if not (binaries / "tileir-opt").exists():
    lit_config.fatal(f"no tileir-opt in {binaries}: run `make build`, or set TILEIR_BIN")

config.environment["PATH"] = os.pathsep.join(
    [str(binaries), str(prefix / "bin"), os.environ.get("PATH", "")]
)
for name in ("XDG_RUNTIME_DIR", "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "TILEIR_LOG"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment.setdefault("XDG_RUNTIME_DIR", "/tmp")


def ptxas():
    """ptxas on the path, else the one that set-up put into .venv."""
    installed = sorted((root / ".venv").glob("lib/python*/site-packages/nvidia/*/bin/ptxas"))
    found = shutil.which("ptxas") or (str(installed[-1]) if installed else None)
    return found


def runs(*command):
    """Whether a command ends well."""
    try:
        environment = {**os.environ, **config.environment}
        return subprocess.run(command, capture_output=True, env=environment).returncode == 0
    except OSError:
        return False


config.substitutions.append(("%plugin", str(binaries / "libtileir_passes.so")))
if assembler := ptxas():
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", assembler))
for tool in ("spirv-val", "spirv-cross"):
    if shutil.which(tool):
        config.available_features.add(tool)
if runs("vulkaninfo", "--summary"):
    config.available_features.add("vulkan")
if runs("nvidia-smi", "-L"):
    config.available_features.add("cuda")
