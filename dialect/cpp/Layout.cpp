//===- Layout.cpp - Maps as layouts of memrefs ----------------------------===//
//
// Stock passes address strided memrefs only. A map that is proved strided shows
// its strides here; any other shows nothing that could be mistaken for them.
//
//===----------------------------------------------------------------------===//

#include "tileir/Layout.h"
#include "tileir/Rust.h"
#include "tileir/Words.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace tileir;

static int64_t domainRank(Attribute map) {
  return rankOf(cast<MapAttrInterface>(map).getDomain());
}

LogicalResult tileir::layoutStrides(Attribute map,
                                    SmallVectorImpl<int64_t> &strides,
                                    int64_t &offset) {
  strides.resize(domainRank(map));
  return success(
      tileirStrides(wrap(map), strides.size(), strides.data(), &offset) == 1);
}

AffineMap tileir::layoutAffineMap(Attribute map) {
  MLIRContext *context = map.getContext();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (succeeded(layoutStrides(map, strides, offset)))
    return makeStridedLinearLayoutMap(strides, offset, context);
  // `(d0, …) -> (d0 mod d0)`: neither strided nor, with a divisor that varies,
  // a map that `normalize-memrefs` would apply. It has no symbol, for which an
  // allocation would need an operand; but where there is no axis it is a
  // symbol.
  if (domainRank(map) == 0)
    return AffineMap::get(0, 1, getAffineSymbolExpr(0, context));
  AffineExpr first = getAffineDimExpr(0, context);
  return AffineMap::get(domainRank(map), 0, first % first);
}

bool tileir::layoutIsIdentity(Attribute map) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(layoutStrides(map, strides, offset)) || offset != 0)
    return false;
  int64_t expected = 1;
  auto domain = cast<IndexSetAttr>(cast<MapAttrInterface>(map).getDomain());
  for (auto [stride, extent] : llvm::zip_equal(
           llvm::reverse(strides), llvm::reverse(domain.getExtents()))) {
    if (extent != 1 && stride != expected)
      return false;
    if (llvm::MulOverflow(expected, extent, expected))
      return false;
  }
  return true;
}

LogicalResult tileir::layoutVerify(Attribute map, ArrayRef<int64_t> shape,
                                   EmitError emitError) {
  Words words;
  return words.check(tileirVerifyLayout(wrap(map), shape.size(), shape.data(),
                                        Words::append, &words),
                     emitError);
}
