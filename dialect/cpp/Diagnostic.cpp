//===- Diagnostic.cpp - Diagnostics of any severity, with notes -----------===//
//
// MLIR's C API has errors only.
//
//===----------------------------------------------------------------------===//

#include "tileir-c/TileIR.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

static DiagnosticSeverity severityOf(int32_t severity) {
  switch (severity) {
  case TileirRemark:
    return DiagnosticSeverity::Remark;
  case TileirWarning:
    return DiagnosticSeverity::Warning;
  default:
    return DiagnosticSeverity::Error;
  }
}

void tileirEmit(MlirLocation location, int32_t severity, MlirStringRef message,
                intptr_t nNotes, const MlirLocation *noteLocations,
                const MlirStringRef *noteMessages) {
  Location at = unwrap(location);
  InFlightDiagnostic diagnostic =
      at->getContext()->getDiagEngine().emit(at, severityOf(severity));
  diagnostic << unwrap(message);
  for (intptr_t i = 0; i < nNotes; ++i)
    diagnostic.attachNote(unwrap(noteLocations[i])) << unwrap(noteMessages[i]);
}
