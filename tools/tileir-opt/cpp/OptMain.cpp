//===- OptMain.cpp - mlir-opt with whatever is registered -----------------===//
//
// Everything upstream's mlir-opt has, less its test passes, and the dialect
// that the caller hands over.
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/Registration.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

extern "C" int32_t tileirOptMain(int32_t argc, char **argv,
                                 MlirDialectHandle dialect) {
  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  mlirDialectHandleInsertDialect(dialect, wrap(&registry));
  return failed(MlirOptMain(argc, argv, "TileIR optimiser driver\n", registry));
}
