#!/usr/bin/env bash
# Installs what TileIR needs and this machine lacks; with nothing missing it only
# looks, and is quick.
#
# Debian's packages come by apt-get, as root or by a sudo that asks nothing;
# without either, the command to run is printed and the script fails. ptxas, which
# only checks generated PTX, comes by pip into .venv; without it, the tests that
# need it are skipped. It is tried once: `make clean` forgets that it was.
set -eu

prefix=${MLIR_PREFIX:-/usr/lib/llvm-22}
root=$(cd "$(dirname "$0")/.." && pwd)

llvm_packages=(llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools clang-22
  clang-format-22 libclang-22-dev libpolly-22-dev zlib1g-dev libzstd-dev libxml2-dev
  libffi-dev libedit-dev)
tool_packages=(g++ make python3-venv mesa-vulkan-drivers vulkan-tools libvulkan1
  spirv-tools spirv-cross libz3-dev)

# What is missing, in words; nothing is printed when all is there.
missing() {
  local file tool
  for file in lib/libMLIR.so lib/libMLIRCAPIIR.a lib/libLLVM.so bin/mlir-tblgen \
    bin/mlir-opt bin/FileCheck bin/lit bin/clang-format; do
    [ -e "$prefix/$file" ] || echo "$prefix/$file"
  done
  for tool in g++ spirv-val spirv-cross vulkaninfo; do
    command -v "$tool" >/dev/null || echo "$tool"
  done
}

install_packages() {
  local as_root=() package absent=() packages=("${llvm_packages[@]}" "${tool_packages[@]}")
  if [ "$(id -u)" != 0 ]; then
    if sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      echo "setup: run this as root, then 'make setup' again:" >&2
      echo "  apt-get update && apt-get install -y --no-install-recommends ${packages[*]}" >&2
      exit 1
    fi
  fi
  if ! command -v apt-get >/dev/null; then
    echo "setup: no apt-get here. Install LLVM and MLIR 22 and set MLIR_PREFIX to its prefix." >&2
    exit 1
  fi
  ${as_root[@]+"${as_root[@]}"} apt-get update -qq
  for package in "${packages[@]}"; do
    apt-cache show "$package" >/dev/null 2>&1 || absent+=("$package")
  done
  if [ ${#absent[@]} != 0 ]; then
    echo "setup: apt-get knows no package ${absent[*]}." >&2
    echo "setup: this distribution has no LLVM 22; add a source that has it, or set MLIR_PREFIX." >&2
    exit 1
  fi
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null
}

install_ptxas() {
  [ -e "$root/.venv/tried" ] && return
  mkdir -p "$root/.venv"
  touch "$root/.venv/tried"
  command -v ptxas >/dev/null && return
  echo "setup: installing ptxas into .venv"
  if ! python3 -m venv "$root/.venv" ||
    ! "$root/.venv/bin/pip" install --quiet --disable-pip-version-check nvidia-cuda-nvcc; then
    echo "setup: no ptxas; the tests that need it will be skipped" >&2
  fi
}

needs=$(missing)
if [ -n "$needs" ]; then
  echo "setup: missing:" $needs
  install_packages
  needs=$(missing)
  if [ -n "$needs" ]; then
    echo "setup: still missing after the installation:" $needs >&2
    exit 1
  fi
fi
install_ptxas
