#!/usr/bin/env bash
# Runs every example on the device at hand and compares each element with the
# interpreter; further arguments go to tileir-run. Ends with what failed.
set -u
cd "$(dirname "$0")/.."

failed=()
for example in examples/*.mlir; do
  echo "== $example"
  "${CARGO_TARGET_DIR:-target}/debug/tileir-run" "$@" "$example" || failed+=("$example")
done
if [ ${#failed[@]} != 0 ]; then
  echo "failed: ${failed[*]}" >&2
  exit 1
fi
