//===- Ops.cpp - Text, verification, effects and folding of operations ----===//
//
// Every verifier is Rust's; it emits its own errors.
//
//===----------------------------------------------------------------------===//

#include "tileir/Dialect.h"
#include "tileir/Rust.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tileir;

using Operands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `[%n](%i, %j)`: a family's parameters, then coordinates.
static ParseResult parsePoint(OpAsmParser &parser, Operands &coordinates,
                              Attribute map) {
  SMLoc loc = parser.getCurrentLocation();
  auto family = dyn_cast<FamilyAttr>(map);
  if (family && parser.parseOperandList(coordinates,
                                        OpAsmParser::Delimiter::OptionalSquare))
    return failure();
  int64_t expected = family ? family.getNumParameters() : 0;
  if (static_cast<int64_t>(coordinates.size()) != expected)
    return parser.emitError(loc)
           << "expected " << expected << " parameters between brackets, found "
           << coordinates.size();
  return parser.parseOperandList(coordinates, OpAsmParser::Delimiter::Paren);
}

static void printPoint(OpAsmPrinter &printer, Operation *,
                       OperandRange coordinates, Attribute map) {
  auto family = dyn_cast<FamilyAttr>(map);
  size_t parameters = family ? family.getNumParameters() : 0;
  if (parameters > 0)
    printer << '[' << coordinates.take_front(parameters) << ']';
  printer << '(' << coordinates.drop_front(parameters) << ')';
}

/// The number of values of a map or a family.
static int64_t numValues(Attribute map) {
  if (auto family = dyn_cast<FamilyAttr>(map))
    return family.getCodomainRank();
  return rankOf(cast<MapAttrInterface>(map).getCodomain());
}

/// `i64`, the type of all coordinates and values of an `apply`.
static ParseResult parsePointType(OpAsmParser &parser,
                                  SmallVectorImpl<Type> &coordinateTypes,
                                  SmallVectorImpl<Type> &valueTypes,
                                  const Operands &coordinates, Attribute map) {
  Type type;
  if (parser.parseType(type))
    return failure();
  coordinateTypes.assign(coordinates.size(), type);
  valueTypes.assign(numValues(map), type);
  return success();
}

static void printPointType(OpAsmPrinter &printer, Operation *op,
                           TypeRange coordinateTypes, TypeRange valueTypes,
                           OperandRange, Attribute) {
  if (!coordinateTypes.empty())
    printer << coordinateTypes.front();
  else if (!valueTypes.empty())
    printer << valueTypes.front();
  else
    printer << IntegerType::get(op->getContext(), 64);
}

/// `%i, %j` where all are `i64`, else `%i, %j : index, i32`.
static ParseResult parseCoordinates(OpAsmParser &parser, Operands &coordinates,
                                    SmallVectorImpl<Type> &types) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(coordinates))
    return failure();
  if (failed(parser.parseOptionalColon())) {
    types.assign(coordinates.size(), parser.getBuilder().getI64Type());
    return success();
  }
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() != coordinates.size())
    return parser.emitError(loc) << coordinates.size() << " coordinates and "
                                 << types.size() << " types of them";
  return success();
}

static void printCoordinates(OpAsmPrinter &printer, Operation *,
                             OperandRange coordinates, TypeRange types) {
  printer.printOperands(coordinates);
  if (llvm::all_of(types, [](Type type) { return type.isSignlessInteger(64); }))
    return;
  printer << " : " << types;
}

/// `[%n, %ld : index, index]` for a family; nothing for a map.
static ParseResult parseBound(OpAsmParser &parser, Operands &parameters,
                              SmallVectorImpl<Type> &types, Attribute map) {
  if (!isa<FamilyAttr>(map))
    return success();
  return failure(parser.parseLSquare() ||
                 parseCoordinates(parser, parameters, types) ||
                 parser.parseRSquare());
}

static void printBound(OpAsmPrinter &printer, Operation *op,
                       OperandRange parameters, TypeRange types,
                       Attribute map) {
  if (!isa<FamilyAttr>(map))
    return;
  printer << '[';
  printCoordinates(printer, op, parameters, types);
  printer << ']';
}

/// A distribution in full, `#distribution` or `#tileir.distribution<…>`.
static ParseResult parseDistribution(OpAsmParser &parser,
                                     DistributionAttr &distribution) {
  return parser.parseAttribute(distribution);
}

static void printDistribution(OpAsmPrinter &printer, Operation *,
                              DistributionAttr distribution) {
  printer.printAttribute(distribution);
}

/// The type of what is loaded, which is that of what stands in for it.
static ParseResult
parseLoaded(OpAsmParser &parser, Type &result, Type &other,
            std::optional<OpAsmParser::UnresolvedOperand> otherOperand) {
  if (parser.parseType(result))
    return failure();
  if (otherOperand)
    other = result;
  return success();
}

static void printLoaded(OpAsmPrinter &printer, Operation *, Type result, Type,
                        Value) {
  printer << result;
}

/// `add`.
static ParseResult parseReduceKind(OpAsmParser &parser, ReduceKindAttr &kind) {
  FailureOr<ReduceKind> value = FieldParser<ReduceKind>::parse(parser);
  if (failed(value))
    return failure();
  kind = ReduceKindAttr::get(parser.getContext(), *value);
  return success();
}

static void printReduceKind(OpAsmPrinter &printer, Operation *,
                            ReduceKindAttr kind) {
  printer << stringifyReduceKind(kind.getValue());
}

/// `add `, or nothing.
static ParseResult parseCombining(OpAsmParser &parser, ReduceKindAttr &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  std::optional<ReduceKind> value = symbolizeReduceKind(word);
  if (!value)
    return parser.emitError(loc, "expected add, max, min or a value, found '")
           << word << "'";
  kind = ReduceKindAttr::get(parser.getContext(), *value);
  return success();
}

static void printCombining(OpAsmPrinter &printer, Operation *,
                           ReduceKindAttr kind) {
  if (kind)
    printer << stringifyReduceKind(kind.getValue()) << ' ';
}

/// `total, bounds`.
static ParseResult parseFacts(OpAsmParser &parser, FactsAttr &facts) {
  Facts all = {};
  auto parseFact = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Facts> fact = symbolizeFacts(word);
    if (!fact)
      return parser.emitError(loc, "expected total, bounds, injective or "
                                   "surjective, found '")
             << word << "'";
    all = all | *fact;
    return success();
  };
  if (parser.parseCommaSeparatedList(parseFact))
    return failure();
  facts = FactsAttr::get(parser.getContext(), all);
  return success();
}

static void printFacts(OpAsmPrinter &printer, Operation *, FactsAttr facts) {
  printer << stringifyFacts(facts.getValue());
}

#define GET_OP_CLASSES
#include "tileir/Ops.cpp.inc"

void TileIRDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "tileir/Ops.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verification, effects and folding
//===----------------------------------------------------------------------===//

static LogicalResult verifyInRust(Operation *op) {
  return success(tileirVerifyOperation(wrap(op)) == 1);
}

LogicalResult ApplyOp::verify() { return verifyInRust(*this); }
LogicalResult ViewOp::verify() { return verifyInRust(*this); }
LogicalResult SliceOp::verify() { return verifyInRust(*this); }
LogicalResult LoadOp::verify() { return verifyInRust(*this); }
LogicalResult StoreOp::verify() { return verifyInRust(*this); }
LogicalResult IotaOp::verify() { return verifyInRust(*this); }
LogicalResult RepartitionOp::verify() { return verifyInRust(*this); }
LogicalResult RelabelOp::verify() { return verifyInRust(*this); }
LogicalResult ReduceOp::verify() { return verifyInRust(*this); }
LogicalResult ContractOp::verify() { return verifyInRust(*this); }
LogicalResult RequireOp::verify() { return verifyInRust(*this); }

/// What is combined is read, too.
void StoreOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getKind())
    effects.emplace_back(MemoryEffects::Read::get(), &getDestinationMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getDestinationMutable());
}

/// A map may have no value at points that a program takes care not to reach.
Speculation::Speculatability ApplyOp::getSpeculatability() {
  return Speculation::NotSpeculatable;
}

OpFoldResult RepartitionOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return {};
}
