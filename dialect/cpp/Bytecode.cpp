//===- Bytecode.cpp - The dialect in bytecode -----------------------------===//
//
// An attribute is a code, then its parameters. The codes are never reused:
//   0 to 99  a map, by its kind
//   100  an index set that is a box     101  a distribution
//   102  a constrained index set        103  a family
//   104  a correspondence
// and for types
//   0  a view
// What is read is verified, since a file may be damaged.
//
//===----------------------------------------------------------------------===//

#include "tileir/Bytecode.h"
#include "tileir/Layout.h"

using namespace mlir;
using namespace tileir;

static constexpr uint64_t indexSetCode = 100;
static constexpr uint64_t distributionCode = 101;
static constexpr uint64_t constrainedSetCode = 102;
static constexpr uint64_t familyCode = 103;
static constexpr uint64_t corrCode = 104;
static constexpr uint64_t viewCode = 0;

/// Reads a list, an item at a time: upstream's readers first make room for as
/// many items as a damaged file claims, and abort.
template <typename Item, typename Read>
static LogicalResult readList(DialectBytecodeReader &reader,
                              SmallVectorImpl<Item> &items, Read read) {
  uint64_t count;
  if (failed(reader.readVarInt(count)))
    return failure();
  for (; count > 0; --count)
    if (failed(read(items.emplace_back())))
      return failure();
  return success();
}

template <typename T>
static LogicalResult readAttributes(DialectBytecodeReader &reader,
                                    SmallVectorImpl<T> &attributes) {
  return readList(reader, attributes,
                  [&](T &item) { return reader.readAttribute(item); });
}

static LogicalResult readNumbers(DialectBytecodeReader &reader,
                                 SmallVectorImpl<int64_t> &numbers) {
  return readList(reader, numbers,
                  [&](int64_t &item) { return reader.readSignedVarInt(item); });
}

Attribute TileIRBytecode::readAttribute(DialectBytecodeReader &reader) const {
  auto emitError = [&] { return reader.emitError(); };
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  if (code == indexSetCode || code == constrainedSetCode) {
    SmallVector<StringAttr> names;
    SmallVector<int64_t> extents, constraints;
    if (failed(readAttributes(reader, names)) ||
        failed(readNumbers(reader, extents)))
      return {};
    if (code == constrainedSetCode && failed(readNumbers(reader, constraints)))
      return {};
    return IndexSetAttr::getChecked(
        emitError, getContext(), ArrayRef<StringAttr>(names),
        ArrayRef<int64_t>(extents), ArrayRef<int64_t>(constraints));
  }
  if (code == familyCode) {
    SmallVector<StringAttr> names;
    SmallVector<int64_t> numbers;
    if (failed(readAttributes(reader, names)) ||
        failed(readNumbers(reader, numbers)))
      return {};
    return FamilyAttr::getChecked(emitError, getContext(),
                                  ArrayRef<StringAttr>(names),
                                  ArrayRef<int64_t>(numbers));
  }
  if (code == distributionCode) {
    MapAttrInterface map;
    if (failed(reader.readAttribute(map)))
      return {};
    return DistributionAttr::get(getContext(), map);
  }
  if (code == corrCode) {
    MapAttrInterface left, right;
    SmallVector<StringAttr> replicas;
    if (failed(reader.readAttribute(left)) ||
        failed(reader.readAttribute(right)) ||
        failed(readAttributes(reader, replicas)))
      return {};
    return CorrAttr::getChecked(emitError, getContext(), left, right,
                                ArrayRef<StringAttr>(replicas));
  }
  std::optional<MapKind> kind =
      code <= INT32_MAX ? mapKindOf(static_cast<int64_t>(code)) : std::nullopt;
  if (!kind) {
    reader.emitError("unknown tileir attribute code ") << code;
    return {};
  }
  IndexSetAttr domain, codomain;
  SmallVector<Attribute> operands;
  SmallVector<int64_t> payload;
  if (failed(reader.readAttribute(domain)) ||
      failed(reader.readAttribute(codomain)) ||
      failed(readAttributes(reader, operands)) ||
      failed(readNumbers(reader, payload)))
    return {};
  return getMapChecked(emitError, *kind, domain, codomain, operands, payload);
}

LogicalResult
TileIRBytecode::writeAttribute(Attribute attribute,
                               DialectBytecodeWriter &writer) const {
  if (auto set = dyn_cast<IndexSetAttr>(attribute)) {
    bool box = set.getConstraints().empty();
    writer.writeVarInt(box ? indexSetCode : constrainedSetCode);
    writer.writeAttributes(set.getNames());
    writer.writeSignedVarInts(set.getExtents());
    if (!box)
      writer.writeSignedVarInts(set.getConstraints());
    return success();
  }
  if (auto family = dyn_cast<FamilyAttr>(attribute)) {
    writer.writeVarInt(familyCode);
    writer.writeAttributes(family.getNames());
    writer.writeSignedVarInts(family.getNumbers());
    return success();
  }
  if (auto distribution = dyn_cast<DistributionAttr>(attribute)) {
    writer.writeVarInt(distributionCode);
    writer.writeAttribute(distribution.getMap());
    return success();
  }
  if (auto corr = dyn_cast<CorrAttr>(attribute)) {
    writer.writeVarInt(corrCode);
    writer.writeAttribute(corr.getLeft());
    writer.writeAttribute(corr.getRight());
    writer.writeAttributes(corr.getReplicas());
    return success();
  }
  auto map = dyn_cast<MapAttrInterface>(attribute);
  if (!map)
    return failure();
  writer.writeVarInt(static_cast<uint64_t>(map.getKind()));
  writer.writeAttribute(map.getDomain());
  writer.writeAttribute(map.getCodomain());
  writer.writeAttributes(map.getOperands());
  writer.writeSignedVarInts(map.getPayload());
  return success();
}

Type TileIRBytecode::readType(DialectBytecodeReader &reader) const {
  uint64_t code, policy;
  SmallVector<int64_t> shape;
  Type elementType;
  MapAttrInterface map;
  if (failed(reader.readVarInt(code)))
    return {};
  if (code != viewCode) {
    reader.emitError("unknown tileir type code ") << code;
    return {};
  }
  if (failed(readNumbers(reader, shape)) ||
      failed(reader.readType(elementType)) ||
      failed(reader.readAttribute(map)) || failed(reader.readVarInt(policy)))
    return {};
  std::optional<BoundsPolicy> bounds =
      policy <= UINT32_MAX ? symbolizeBoundsPolicy(policy) : std::nullopt;
  if (!bounds) {
    reader.emitError("unknown bounds policy ") << policy;
    return {};
  }
  return ViewType::getChecked([&] { return reader.emitError(); }, getContext(),
                              ArrayRef<int64_t>(shape), elementType, map,
                              *bounds);
}

LogicalResult TileIRBytecode::writeType(Type type,
                                        DialectBytecodeWriter &writer) const {
  auto view = dyn_cast<ViewType>(type);
  if (!view)
    return failure();
  writer.writeVarInt(viewCode);
  writer.writeSignedVarInts(view.getShape());
  writer.writeType(view.getElementType());
  writer.writeAttribute(view.getMap());
  writer.writeVarInt(static_cast<uint64_t>(view.getPolicy()));
  return success();
}
