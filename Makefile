# TileIR: `make help` lists what can be done.

MLIR_PREFIX ?= /usr/lib/llvm-22
CARGO ?= cargo

# The variables that the crates read; .cargo/config.toml has the same defaults.
export MLIR_SYS_220_PREFIX := $(MLIR_PREFIX)
export LLVM_SYS_221_PREFIX := $(MLIR_PREFIX)
export TABLEGEN_220_PREFIX := $(MLIR_PREFIX)

# The folder with the cases of `make oracles`.
DIR ?= test/oracles

# The Python whose packages `make bench` compares with, where it has them.
PYTHON ?= python3

CPP := $(wildcard */cpp/*.cpp tools/*/cpp/*.cpp */include/*/*.h)

.PHONY: help setup build run test oracles soak bench lint fmt clean
.DEFAULT_GOAL := help

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what the build and the tests need, where it is missing
	@MLIR_PREFIX=$(MLIR_PREFIX) scripts/setup.sh

build: setup ## Build everything
	$(CARGO) build --workspace

run: build ## Compile, run and compare the examples; ARGS='--device cuda'
	@scripts/run.sh $(ARGS)

test: setup ## Lint, run every test, and count
	@MLIR_PREFIX=$(MLIR_PREFIX) scripts/test.py

oracles: ## Run other systems' cases; DIR=test/oracles
	$(CARGO) run --quiet --package tileir-oracles -- $(DIR) $(ARGS)

soak: ## Put millions of small maps to the prover; ARGS='--sample', ARGS=--lower
	$(CARGO) run --quiet --release --package tileir-soak -- $(ARGS)

bench: setup ## Time algebra and proofs beside bars and installed peers; PYTHON=python3
	$(CARGO) build --release --package tileir-opt
	$(CARGO) bench --package tileir-bench -- --output-format bencher
	@$(PYTHON) scripts/bench_peers.py

lint: setup ## Check formatting and lints, change nothing
	$(CARGO) fmt --all --check
	$(CARGO) clippy --quiet --workspace --all-targets -- -D warnings
	$(MLIR_PREFIX)/bin/clang-format --dry-run -Werror $(CPP)

fmt: ## Format everything
	$(CARGO) fmt --all
	$(MLIR_PREFIX)/bin/clang-format -i $(CPP)

clean: ## Remove what was built, and the Python environment
	$(CARGO) clean
	rm -rf .venv test/Output
