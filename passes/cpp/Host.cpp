//===- Host.cpp - Which LLVM this is, and which one it runs in ------------===//
//
// A plugin shares no stable ABI with another LLVM. These say what the plugin
// was built for and what its process runs, for Rust to compare before it
// registers.
//
//===----------------------------------------------------------------------===//

#include "llvm-c/Core.h"
#include "llvm/Config/llvm-config.h"

#include <cstdint>
#include <dlfcn.h>

extern "C" {

/// The LLVM whose headers this was compiled with, as major and minor.
void tileirBuiltFor(uint32_t *major, uint32_t *minor) {
  *major = LLVM_VERSION_MAJOR;
  *minor = LLVM_VERSION_MINOR;
}

/// The LLVM of the running process: the first that the program itself loaded,
/// which is not the plugin's own where the two differ. Returns 0 if none shows.
int32_t tileirHostVersion(uint32_t *major, uint32_t *minor) {
  using Version = decltype(&LLVMGetVersion);
  auto version =
      reinterpret_cast<Version>(dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!version)
    return 0;
  unsigned hostMajor = 0, hostMinor = 0, patch = 0;
  version(&hostMajor, &hostMinor, &patch);
  *major = hostMajor;
  *minor = hostMinor;
  return 1;
}
}
