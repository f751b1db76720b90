//===- NvptxTarget.cpp - What LLVM's C API leaves out, for PTX ------------===//
//
// Asking which chips and features there are, and writing assembly so that
// LLVM's fatal errors come back as words. LLVM ends the process where it cannot
// select an instruction; its own crash recovery, as in clang, gets out of that.
//
//===----------------------------------------------------------------------===//

#include "mlir-c/Support.h"
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <mutex>
#include <string>

using namespace llvm;

static StringRef textOf(MlirStringRef text) {
  return StringRef(text.data, text.length);
}

static MlirStringRef borrow(StringRef text) {
  return {text.data(), text.size()};
}

/// Runs when LLVM gives up. Outside of a recovery it returns, and LLVM ends the
/// process as it would have.
static void giveUp(void *reason, const char *message, bool) {
  *static_cast<std::string *>(reason) = message;
  if (CrashRecoveryContext *recovery = CrashRecoveryContext::GetCurrent())
    recovery->HandleExit(1);
}

/// Leaves out `slsr`, straight-line strength reduction, the one pass whose time
/// grows with the square of a tile's addresses: 3,000 of them take it seconds.
/// What it would find, the lowering has: an address is a base that is computed
/// once and a constant.
class WithoutStrengthReduction : public OptPassGate {
  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef pass, StringRef) const override {
    return pass != "slsr";
  }
};

extern "C" {

/// Whether LLVM has the chip, and each feature, given as `+this,-that`.
int32_t tileirKnowsTarget(MlirStringRef tripleText, MlirStringRef chip,
                          MlirStringRef features) {
  std::string error;
  Triple triple(textOf(tripleText));
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return 0;
  std::unique_ptr<MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!info || !info->isCPUStringValid(textOf(chip)))
    return 0;
  SmallVector<StringRef> names;
  textOf(features).split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return all_of(names, [&](StringRef name) {
    return (name.consume_front("+") || name.consume_front("-")) &&
           any_of(info->getAllProcessorFeatures(),
                  [&](const auto &feature) { return name == feature.Key; });
  });
}

/// Hands the module's assembly to `take` and returns 1, or hands over why there
/// is none and returns 0. After -1 LLVM gave up half way: the module and its
/// context must never be used again, nor freed.
int32_t tileirEmitAssembly(LLVMTargetMachineRef machine, LLVMModuleRef module,
                           void (*take)(MlirStringRef, void *), void *into) {
  // Fatal errors and crash recovery are the process's, not the thread's.
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  static WithoutStrengthReduction gate;
  unwrap(LLVMGetModuleContext(module))->setOptPassGate(gate);
  std::string reason = "LLVM crashed";
  LLVMMemoryBufferRef buffer = nullptr;
  char *message = nullptr;
  LLVMBool refused = 0;
  bool finished;
  {
    ScopedFatalErrorHandler handler(giveUp, &reason);
    CrashRecoveryContext::Enable();
    CrashRecoveryContext recovery;
    finished = recovery.RunSafely([&] {
      refused = LLVMTargetMachineEmitToMemoryBuffer(
          machine, module, LLVMAssemblyFile, &message, &buffer);
    });
    CrashRecoveryContext::Disable();
  }
  if (!finished) {
    take(borrow(reason), into);
    return -1;
  }
  if (refused) {
    take(borrow(message), into);
    LLVMDisposeMessage(message);
    return 0;
  }
  take({LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)}, into);
  LLVMDisposeMemoryBuffer(buffer);
  return 1;
}
}
