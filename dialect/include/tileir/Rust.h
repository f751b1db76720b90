//===- Rust.h - What the dialect asks of Rust -------------------*- C++ -*-===//
//
// Functions defined in `dialect/src/entry.rs`. None of them unwinds; where one
// fails it hands its words to `error`. Truth values are int32_t, 0 or 1.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_RUST_H
#define TILEIR_RUST_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

extern "C" {

/// An attribute that stands in the text of another: its spelling is `length`
/// bytes at `offset`.
struct TileirReference {
  intptr_t offset;
  intptr_t length;
  MlirAttribute attribute;
};

/// Takes the words of an error and the byte of the text it is about.
typedef void (*TileirTextError)(intptr_t offset, MlirStringRef words,
                                void *userData);

/// The attribute whose text, from its mnemonic on, is `text`; null on failure.
MlirAttribute tileirParseAttribute(MlirContext context, MlirStringRef text,
                                   const TileirReference *references,
                                   intptr_t nReferences, TileirTextError error,
                                   void *userData);

/// Prints an attribute from its mnemonic on.
void tileirPrintAttribute(MlirAttribute attribute, MlirStringCallback text,
                          void *userData);

int32_t tileirVerifyIndexSet(intptr_t rank, const MlirAttribute *names,
                             const int64_t *extents, intptr_t nConstraints,
                             const int64_t *constraints,
                             MlirStringCallback error, void *userData);

int32_t tileirVerifyMap(int32_t kind, MlirAttribute domain,
                        MlirAttribute codomain, intptr_t nOperands,
                        const MlirAttribute *operands, intptr_t nPayload,
                        const int64_t *payload, MlirStringCallback error,
                        void *userData);

/// Whether the names and numbers are those of a family.
int32_t tileirVerifyFamily(intptr_t nNames, const MlirAttribute *names,
                           intptr_t nNumbers, const int64_t *numbers,
                           MlirStringCallback error, void *userData);

/// Whether the map takes tensors of this shape for its tile.
int32_t tileirVerifyEncoding(MlirAttribute map, intptr_t rank,
                             const int64_t *shape, MlirStringCallback error,
                             void *userData);

/// Whether the map addresses a memref of this shape.
int32_t tileirVerifyLayout(MlirAttribute map, intptr_t rank,
                           const int64_t *shape, MlirStringCallback error,
                           void *userData);

/// Writes one stride an axis of the map's domain, and the offset, and returns 1
/// if the map is proved strided.
int32_t tileirStrides(MlirAttribute map, intptr_t rank, int64_t *strides,
                      int64_t *offset);

int32_t tileirVerifyView(intptr_t rank, const int64_t *shape,
                         MlirType elementType, MlirAttribute map,
                         MlirStringCallback error, void *userData);

/// Verifies an operation; emits its own errors.
int32_t tileirVerifyOperation(MlirOperation operation);

/// Forgets what was remembered for the attributes of a context that ends.
void tileirForgetContext(MlirContext context);
}

#endif // TILEIR_RUST_H
