//===- RustPass.h - A pass whose body is Rust -------------------*- C++ -*-===//
//
// The frame around every pass of TileIR. TableGen generates a base class a
// pass, with its options, statistics and dependent dialects; TILEIR_RUST_PASS
// closes it with a body that calls Rust.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_RUSTPASS_H
#define TILEIR_RUSTPASS_H

#include "mlir/Pass/Pass.h"

namespace tileir {

/// Runs the Rust function that is registered under the pass's argument. Fails
/// if it fails or panics; it has then emitted an error.
mlir::LogicalResult runRustPass(mlir::Pass &pass, mlir::Operation *op);

} // namespace tileir

#define TILEIR_RUST_PASS_AND(NAME, THEN)                                       \
  namespace {                                                                  \
  struct NAME : public tileir::impl::NAME##Base<NAME> {                        \
    using NAME##Base::NAME##Base;                                              \
    void runOnOperation() override {                                           \
      if (mlir::failed(tileir::runRustPass(*this, getOperation())))            \
        signalPassFailure();                                                   \
      THEN;                                                                    \
    }                                                                          \
  };                                                                           \
  }

#define TILEIR_RUST_PASS(NAME) TILEIR_RUST_PASS_AND(NAME, )

/// The same for a pass that only looks: what is known of the program stays
/// known, and MLIR need not verify it again.
#define TILEIR_RUST_CHECK(NAME)                                                \
  TILEIR_RUST_PASS_AND(NAME, markAllAnalysesPreserved())

#endif // TILEIR_RUSTPASS_H
