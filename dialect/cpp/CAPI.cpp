//===- CAPI.cpp - C API of the TileIR dialect -----------------------------===//

#include "tileir-c/TileIR.h"
#include "tileir/Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tileir;

static MapAttrInterface mapOf(MlirAttribute attribute) {
  return cast<MapAttrInterface>(unwrap(attribute));
}

static IndexSetAttr indexSetOf(MlirAttribute attribute) {
  return cast<IndexSetAttr>(unwrap(attribute));
}

static SmallVector<StringAttr> namesIn(MLIRContext *context, intptr_t count,
                                       const MlirStringRef *names) {
  SmallVector<StringAttr> all;
  for (intptr_t i = 0; i < count; ++i)
    all.push_back(StringAttr::get(context, unwrap(names[i])));
  return all;
}

//===----------------------------------------------------------------------===//
// Index sets
//===----------------------------------------------------------------------===//

int32_t tileirAttributeIsIndexSet(MlirAttribute attribute) {
  return isa<IndexSetAttr>(unwrap(attribute));
}

MlirAttribute tileirIndexSetGetChecked(MlirLocation location, intptr_t rank,
                                       const MlirStringRef *names,
                                       const int64_t *extents,
                                       intptr_t nConstraints,
                                       const int64_t *constraints) {
  Location at = unwrap(location);
  MLIRContext *context = at->getContext();
  SmallVector<StringAttr> axes = namesIn(context, rank, names);
  return wrap(Attribute(IndexSetAttr::getChecked(
      [&] { return emitError(at); }, context, ArrayRef<StringAttr>(axes),
      ArrayRef<int64_t>(extents, rank),
      ArrayRef<int64_t>(constraints, nConstraints))));
}

intptr_t tileirIndexSetGetRank(MlirAttribute set) {
  return indexSetOf(set).getExtents().size();
}

MlirStringRef tileirIndexSetGetName(MlirAttribute set, intptr_t axis) {
  return wrap(indexSetOf(set).getNames()[axis].getValue());
}

int64_t tileirIndexSetGetExtent(MlirAttribute set, intptr_t axis) {
  return indexSetOf(set).getExtents()[axis];
}

intptr_t tileirIndexSetGetConstraints(MlirAttribute set,
                                      const int64_t **constraints) {
  ArrayRef<int64_t> numbers = indexSetOf(set).getConstraints();
  *constraints = numbers.data();
  return numbers.size();
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

int32_t tileirAttributeIsMap(MlirAttribute attribute) {
  return isa<MapAttrInterface>(unwrap(attribute));
}

MlirAttribute tileirMapGetChecked(MlirLocation location, int32_t kind,
                                  MlirAttribute domain, MlirAttribute codomain,
                                  intptr_t nOperands,
                                  const MlirAttribute *operands,
                                  intptr_t nPayload, const int64_t *payload) {
  Location at = unwrap(location);
  std::optional<MapKind> mapKind = mapKindOf(kind);
  if (!mapKind) {
    emitError(at) << "there is no map of kind " << kind;
    return {nullptr};
  }
  SmallVector<Attribute> children;
  for (intptr_t i = 0; i < nOperands; ++i)
    children.push_back(unwrap(operands[i]));
  return wrap(Attribute(getMapChecked(
      [&] { return emitError(at); }, *mapKind, indexSetOf(domain),
      indexSetOf(codomain), children, ArrayRef<int64_t>(payload, nPayload))));
}

int32_t tileirMapGetKind(MlirAttribute map) {
  return static_cast<int32_t>(mapOf(map).getKind());
}

MlirAttribute tileirMapGetDomain(MlirAttribute map) {
  return wrap(mapOf(map).getDomain());
}

MlirAttribute tileirMapGetCodomain(MlirAttribute map) {
  return wrap(mapOf(map).getCodomain());
}

intptr_t tileirMapGetNumOperands(MlirAttribute map) {
  return mapOf(map).getOperands().size();
}

MlirAttribute tileirMapGetOperand(MlirAttribute map, intptr_t position) {
  return wrap(mapOf(map).getOperands()[position]);
}

intptr_t tileirMapGetPayload(MlirAttribute map, const int64_t **payload) {
  ArrayRef<int64_t> numbers = mapOf(map).getPayload();
  *payload = numbers.data();
  return numbers.size();
}

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

static FamilyAttr familyOf(MlirAttribute attribute) {
  return cast<FamilyAttr>(unwrap(attribute));
}

int32_t tileirAttributeIsFamily(MlirAttribute attribute) {
  return isa<FamilyAttr>(unwrap(attribute));
}

MlirAttribute tileirFamilyGetChecked(MlirLocation location, intptr_t nNames,
                                     const MlirStringRef *names,
                                     intptr_t nNumbers,
                                     const int64_t *numbers) {
  Location at = unwrap(location);
  SmallVector<StringAttr> all = namesIn(at->getContext(), nNames, names);
  return wrap(Attribute(FamilyAttr::getChecked(
      [&] { return emitError(at); }, at->getContext(),
      ArrayRef<StringAttr>(all), ArrayRef<int64_t>(numbers, nNumbers))));
}

intptr_t tileirFamilyGetNumNames(MlirAttribute family) {
  return familyOf(family).getNames().size();
}

MlirStringRef tileirFamilyGetName(MlirAttribute family, intptr_t position) {
  return wrap(familyOf(family).getNames()[position].getValue());
}

intptr_t tileirFamilyGetNumbers(MlirAttribute family, const int64_t **numbers) {
  ArrayRef<int64_t> all = familyOf(family).getNumbers();
  *numbers = all.data();
  return all.size();
}

//===----------------------------------------------------------------------===//
// Distributions
//===----------------------------------------------------------------------===//

int32_t tileirAttributeIsDistribution(MlirAttribute attribute) {
  return isa<DistributionAttr>(unwrap(attribute));
}

MlirAttribute tileirDistributionGet(MlirAttribute map) {
  MapAttrInterface inner = mapOf(map);
  return wrap(Attribute(DistributionAttr::get(inner.getContext(), inner)));
}

MlirAttribute tileirDistributionGetMap(MlirAttribute distribution) {
  auto attribute = cast<DistributionAttr>(unwrap(distribution));
  return wrap(Attribute(attribute.getMap()));
}

//===----------------------------------------------------------------------===//
// Correspondences
//===----------------------------------------------------------------------===//

static CorrAttr corrOf(MlirAttribute attribute) {
  return cast<CorrAttr>(unwrap(attribute));
}

int32_t tileirAttributeIsCorr(MlirAttribute attribute) {
  return isa<CorrAttr>(unwrap(attribute));
}

MlirAttribute tileirCorrGetChecked(MlirLocation location, MlirAttribute left,
                                   MlirAttribute right, intptr_t numReplicas,
                                   const MlirStringRef *replicas) {
  Location where = unwrap(location);
  SmallVector<StringAttr> names;
  for (const MlirStringRef &name : ArrayRef(replicas, numReplicas))
    names.push_back(StringAttr::get(where.getContext(), unwrap(name)));
  return wrap(Attribute(CorrAttr::getChecked(
      [&] { return emitError(where); }, where.getContext(), mapOf(left),
      mapOf(right), ArrayRef<StringAttr>(names))));
}

MlirAttribute tileirCorrGetLeft(MlirAttribute corr) {
  return wrap(Attribute(corrOf(corr).getLeft()));
}

MlirAttribute tileirCorrGetRight(MlirAttribute corr) {
  return wrap(Attribute(corrOf(corr).getRight()));
}

intptr_t tileirCorrGetNumReplicas(MlirAttribute corr) {
  return corrOf(corr).getReplicas().size();
}

MlirStringRef tileirCorrGetReplica(MlirAttribute corr, intptr_t position) {
  return wrap(corrOf(corr).getReplicas()[position].getValue());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static ViewType viewOf(MlirType type) { return cast<ViewType>(unwrap(type)); }

int32_t tileirTypeIsView(MlirType type) { return isa<ViewType>(unwrap(type)); }

MlirType tileirViewGetChecked(MlirLocation location, intptr_t rank,
                              const int64_t *shape, MlirType elementType,
                              MlirAttribute map, int32_t policy) {
  Location at = unwrap(location);
  std::optional<BoundsPolicy> bounds = symbolizeBoundsPolicy(policy);
  if (!bounds) {
    emitError(at) << "there is no bounds policy " << policy;
    return {nullptr};
  }
  return wrap(
      Type(ViewType::getChecked([&] { return emitError(at); }, at->getContext(),
                                ArrayRef<int64_t>(shape, rank),
                                unwrap(elementType), mapOf(map), *bounds)));
}

intptr_t tileirViewGetRank(MlirType view) {
  return viewOf(view).getShape().size();
}

int64_t tileirViewGetExtent(MlirType view, intptr_t axis) {
  return viewOf(view).getShape()[axis];
}

MlirType tileirViewGetElementType(MlirType view) {
  return wrap(viewOf(view).getElementType());
}

MlirAttribute tileirViewGetMap(MlirType view) {
  return wrap(Attribute(viewOf(view).getMap()));
}

int32_t tileirViewGetPolicy(MlirType view) {
  return static_cast<int32_t>(viewOf(view).getPolicy());
}

//===----------------------------------------------------------------------===//
// Attributes of operations
//===----------------------------------------------------------------------===//

int32_t tileirReduceKindGetValue(MlirAttribute kind) {
  auto attribute = dyn_cast<ReduceKindAttr>(unwrap(kind));
  return attribute ? static_cast<int32_t>(attribute.getValue()) : -1;
}

MlirAttribute tileirReduceKindGet(MlirContext context, int32_t kind) {
  std::optional<ReduceKind> value = symbolizeReduceKind(kind);
  if (!value)
    return {nullptr};
  return wrap(Attribute(ReduceKindAttr::get(unwrap(context), *value)));
}

int32_t tileirFactsGetValue(MlirAttribute facts) {
  auto attribute = dyn_cast<FactsAttr>(unwrap(facts));
  return attribute ? static_cast<int32_t>(attribute.getValue()) : 0;
}
