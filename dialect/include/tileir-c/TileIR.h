//===- TileIR.h - C API of the TileIR dialect ---------------------*- C -*-===//
//
// What a program in C, or in any language that can call C, may do with the
// dialect. Truth values are int32_t, 0 or 1.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_C_TILEIR_H
#define TILEIR_C_TILEIR_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(TileIR, tileir);

//===----------------------------------------------------------------------===//
// Index sets
//===----------------------------------------------------------------------===//

/// The extent that stands for all 64-bit integers.
#define TILEIR_ALL_INTEGERS INT64_MIN

MLIR_CAPI_EXPORTED int32_t tileirAttributeIsIndexSet(MlirAttribute attribute);
/// The constraints are the code of a program over the axes, whose outputs are
/// not 0 at the points of the set; none for a box. Null after an error was
/// emitted.
MLIR_CAPI_EXPORTED MlirAttribute tileirIndexSetGetChecked(
    MlirLocation location, intptr_t rank, const MlirStringRef *names,
    const int64_t *extents, intptr_t nConstraints, const int64_t *constraints);
MLIR_CAPI_EXPORTED intptr_t tileirIndexSetGetRank(MlirAttribute set);
MLIR_CAPI_EXPORTED MlirStringRef tileirIndexSetGetName(MlirAttribute set,
                                                       intptr_t axis);
MLIR_CAPI_EXPORTED int64_t tileirIndexSetGetExtent(MlirAttribute set,
                                                   intptr_t axis);
/// The numbers live as long as the context.
MLIR_CAPI_EXPORTED intptr_t
tileirIndexSetGetConstraints(MlirAttribute set, const int64_t **constraints);

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// The kinds of map. Their numbers are those of the bytecode, and stay.
enum TileirMapKind {
  TileirIdentity = 0,
  TileirMixedRadix,
  TileirBitLinear,
  TileirExpr,
  TileirTranslate,
  TileirPermute,
  TileirProject,
  TileirProduct,
  TileirCompose,
  TileirRegroup,
  TileirRecast,
  TileirTransform,
  TileirPiecewise,
  TileirTable,
};

MLIR_CAPI_EXPORTED int32_t tileirAttributeIsMap(MlirAttribute attribute);
/// Null after an error was emitted.
MLIR_CAPI_EXPORTED MlirAttribute tileirMapGetChecked(
    MlirLocation location, int32_t kind, MlirAttribute domain,
    MlirAttribute codomain, intptr_t nOperands, const MlirAttribute *operands,
    intptr_t nPayload, const int64_t *payload);
MLIR_CAPI_EXPORTED int32_t tileirMapGetKind(MlirAttribute map);
MLIR_CAPI_EXPORTED MlirAttribute tileirMapGetDomain(MlirAttribute map);
MLIR_CAPI_EXPORTED MlirAttribute tileirMapGetCodomain(MlirAttribute map);
MLIR_CAPI_EXPORTED intptr_t tileirMapGetNumOperands(MlirAttribute map);
MLIR_CAPI_EXPORTED MlirAttribute tileirMapGetOperand(MlirAttribute map,
                                                     intptr_t position);
/// The numbers live as long as the context.
MLIR_CAPI_EXPORTED intptr_t tileirMapGetPayload(MlirAttribute map,
                                                const int64_t **payload);

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED int32_t tileirAttributeIsFamily(MlirAttribute attribute);
/// The names of parameters and axes, and the numbers that Rust's
/// `Family::encode` writes. Null after an error was emitted.
MLIR_CAPI_EXPORTED MlirAttribute tileirFamilyGetChecked(
    MlirLocation location, intptr_t nNames, const MlirStringRef *names,
    intptr_t nNumbers, const int64_t *numbers);
MLIR_CAPI_EXPORTED intptr_t tileirFamilyGetNumNames(MlirAttribute family);
MLIR_CAPI_EXPORTED MlirStringRef tileirFamilyGetName(MlirAttribute family,
                                                     intptr_t position);
/// The numbers live as long as the context.
MLIR_CAPI_EXPORTED intptr_t tileirFamilyGetNumbers(MlirAttribute family,
                                                   const int64_t **numbers);

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED int32_t
tileirAttributeIsDistribution(MlirAttribute attribute);
MLIR_CAPI_EXPORTED MlirAttribute tileirDistributionGet(MlirAttribute map);
MLIR_CAPI_EXPORTED MlirAttribute
tileirDistributionGetMap(MlirAttribute distribution);

//===----------------------------------------------------------------------===//
// Correspondences
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED int32_t tileirAttributeIsCorr(MlirAttribute attribute);
/// The correspondence with these legs; the occurrence axes that are named count
/// replicas. Null, after a diagnostic, where the legs start from different
/// sets.
MLIR_CAPI_EXPORTED MlirAttribute tileirCorrGetChecked(
    MlirLocation location, MlirAttribute left, MlirAttribute right,
    intptr_t numReplicas, const MlirStringRef *replicas);
MLIR_CAPI_EXPORTED MlirAttribute tileirCorrGetLeft(MlirAttribute corr);
MLIR_CAPI_EXPORTED MlirAttribute tileirCorrGetRight(MlirAttribute corr);
MLIR_CAPI_EXPORTED intptr_t tileirCorrGetNumReplicas(MlirAttribute corr);
MLIR_CAPI_EXPORTED MlirStringRef tileirCorrGetReplica(MlirAttribute corr,
                                                      intptr_t position);

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

enum TileirBoundsPolicy {
  TileirZero = 0,
  TileirAssume = 1,
  TileirPredicate = 2
};

MLIR_CAPI_EXPORTED int32_t tileirTypeIsView(MlirType type);
/// Null after an error was emitted.
MLIR_CAPI_EXPORTED MlirType
tileirViewGetChecked(MlirLocation location, intptr_t rank, const int64_t *shape,
                     MlirType elementType, MlirAttribute map, int32_t policy);
MLIR_CAPI_EXPORTED intptr_t tileirViewGetRank(MlirType view);
MLIR_CAPI_EXPORTED int64_t tileirViewGetExtent(MlirType view, intptr_t axis);
MLIR_CAPI_EXPORTED MlirType tileirViewGetElementType(MlirType view);
MLIR_CAPI_EXPORTED MlirAttribute tileirViewGetMap(MlirType view);
MLIR_CAPI_EXPORTED int32_t tileirViewGetPolicy(MlirType view);

//===----------------------------------------------------------------------===//
// Attributes of operations
//===----------------------------------------------------------------------===//

enum TileirReduceKind { TileirAdd = 0, TileirMul, TileirMax, TileirMin };
enum TileirFact {
  TileirTotal = 1,
  TileirBounds = 2,
  TileirInjective = 4,
  TileirSurjective = 8
};

/// -1 for an attribute that is no kind.
MLIR_CAPI_EXPORTED int32_t tileirReduceKindGetValue(MlirAttribute kind);
/// Null for a number that is no kind.
MLIR_CAPI_EXPORTED MlirAttribute tileirReduceKindGet(MlirContext context,
                                                     int32_t kind);
/// The sum of the facts asked for; 0 for an attribute of another kind.
MLIR_CAPI_EXPORTED int32_t tileirFactsGetValue(MlirAttribute facts);

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

enum TileirSeverity { TileirError = 0, TileirWarning = 1, TileirRemark = 2 };

/// Emits a diagnostic with notes.
MLIR_CAPI_EXPORTED void tileirEmit(MlirLocation location, int32_t severity,
                                   MlirStringRef message, intptr_t nNotes,
                                   const MlirLocation *noteLocations,
                                   const MlirStringRef *noteMessages);

#ifdef __cplusplus
}
#endif

#endif // TILEIR_C_TILEIR_H
