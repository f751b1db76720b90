//===- LspMain.cpp - MLIR's language server with one dialect more ---------===//
//
// All upstream dialects, and the dialect that the caller hands over.
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/Registration.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

using namespace mlir;

extern "C" int32_t tileirLspMain(int32_t argc, char **argv,
                                 MlirDialectHandle dialect) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  mlirDialectHandleInsertDialect(dialect, wrap(&registry));
  return failed(MlirLspServerMain(argc, argv, registry));
}
