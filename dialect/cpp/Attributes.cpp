//===- Attributes.cpp - Text and verification of the attributes -----------===//
//
// The text of index sets and maps is Rust's: it gets the whole of it, with the
// attributes that it refers to by `#alias`, and gives back an attribute.
//
//===----------------------------------------------------------------------===//

#include "tileir/Layout.h"
#include "tileir/Nesting.h"
#include "tileir/Rust.h"
#include "tileir/Words.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tileir;

#include "tileir/Enums.cpp.inc"
#include "tileir/Interfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileir/Attributes.cpp.inc"

void TileIRDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileir/Attributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Consumes one token that is not the beginning of an attribute.
static bool skipToken(AsmParser &parser) {
  using Punctuation = ParseResult (AsmParser::*)();
  static constexpr Punctuation punctuation[] = {
      &AsmParser::parseOptionalArrow,       &AsmParser::parseOptionalColon,
      &AsmParser::parseOptionalComma,       &AsmParser::parseOptionalEllipsis,
      &AsmParser::parseOptionalEqual,       &AsmParser::parseOptionalGreater,
      &AsmParser::parseOptionalLBrace,      &AsmParser::parseOptionalLParen,
      &AsmParser::parseOptionalLSquare,     &AsmParser::parseOptionalLess,
      &AsmParser::parseOptionalMinus,       &AsmParser::parseOptionalPlus,
      &AsmParser::parseOptionalQuestion,    &AsmParser::parseOptionalRBrace,
      &AsmParser::parseOptionalRParen,      &AsmParser::parseOptionalRSquare,
      &AsmParser::parseOptionalSlash,       &AsmParser::parseOptionalStar,
      &AsmParser::parseOptionalVerticalBar,
  };
  for (Punctuation parse : punctuation)
    if (succeeded((parser.*parse)()))
      return true;
  StringRef keyword;
  APInt integer;
  std::string string;
  OptionalParseResult number = parser.parseOptionalInteger(integer);
  StringAttr axis;
  return (number.has_value() && succeeded(*number)) ||
         succeeded(parser.parseOptionalKeyword(&keyword)) ||
         succeeded(parser.parseOptionalSymbolName(axis)) ||
         succeeded(parser.parseOptionalString(&string));
}

/// Resolves each attribute that `text`, at which the parser stands, refers to.
static ParseResult
collectReferences(AsmParser &parser, StringRef text,
                  SmallVectorImpl<TileirReference> &references) {
  auto position = [&] {
    return static_cast<size_t>(parser.getCurrentLocation().getPointer() -
                               text.data());
  };
  // Only alias references need the parser, so it walks no further than the
  // last.
  size_t last = text.rfind('#');
  while (last != StringRef::npos && position() <= last) {
    size_t begin = position();
    if (text[begin] != '#') {
      if (skipToken(parser))
        continue;
      return parser.emitError(parser.getCurrentLocation(),
                              "unexpected token in a tileir attribute");
    }
    Attribute attribute;
    if (parser.parseAttribute(attribute))
      return failure();
    size_t end = std::min(position(), text.size());
    StringRef spelling = text.slice(begin, end).rtrim();
    references.push_back({static_cast<intptr_t>(begin),
                          static_cast<intptr_t>(spelling.size()),
                          wrap(attribute)});
  }
  return success();
}

Attribute TileIRDialect::parseAttribute(DialectAsmParser &parser,
                                        Type type) const {
  if (checkNesting(parser))
    return {};
  StringRef text = parser.getFullSymbolSpec();
  StringRef mnemonic =
      text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (mnemonic == DistributionAttr::getMnemonic() ||
      mnemonic == CorrAttr::getMnemonic() ||
      mnemonic == ReduceKindAttr::getMnemonic() ||
      mnemonic == FactsAttr::getMnemonic()) {
    Attribute attribute;
    (void)generatedAttributeParser(parser, &mnemonic, type, attribute);
    return attribute;
  }
  SmallVector<TileirReference> references;
  if (collectReferences(parser, text, references))
    return {};
  struct Failure {
    DialectAsmParser &parser;
    StringRef text;
  } failure{parser, text};
  auto report = [](intptr_t offset, MlirStringRef words, void *userData) {
    auto *failure = static_cast<Failure *>(userData);
    failure->parser.emitError(
        SMLoc::getFromPointer(failure->text.data() + offset), unwrap(words));
  };
  return unwrap(tileirParseAttribute(wrap(getContext()), wrap(text),
                                     references.data(), references.size(),
                                     report, &failure));
}

void TileIRDialect::printAttribute(Attribute attribute,
                                   DialectAsmPrinter &printer) const {
  if (succeeded(generatedAttributePrinter(attribute, printer)))
    return;
  Words words;
  tileirPrintAttribute(wrap(attribute), Words::append, &words);
  printer << words.text;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

static SmallVector<MlirAttribute> wrapAll(ArrayRef<Attribute> attributes) {
  return llvm::map_to_vector(
      attributes, [](Attribute attribute) { return wrap(attribute); });
}

static SmallVector<MlirAttribute> wrapNames(ArrayRef<StringAttr> names) {
  return llvm::map_to_vector(
      names, [](StringAttr name) { return wrap(Attribute(name)); });
}

LogicalResult IndexSetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<StringAttr> names,
                                   ArrayRef<int64_t> extents,
                                   ArrayRef<int64_t> constraints) {
  if (names.size() != extents.size())
    return emitError() << "an index set of " << names.size() << " names and "
                       << extents.size() << " extents";
  SmallVector<MlirAttribute> wrapped = wrapNames(names);
  Words words;
  return words.check(tileirVerifyIndexSet(names.size(), wrapped.data(),
                                          extents.data(), constraints.size(),
                                          constraints.data(), Words::append,
                                          &words),
                     emitError);
}

LogicalResult tileir::verifyMap(EmitError emitError, MapKind kind,
                                IndexSetAttr domain, IndexSetAttr codomain,
                                ArrayRef<Attribute> operands,
                                ArrayRef<int64_t> payload) {
  if (!domain || !codomain)
    return emitError() << "a map needs a domain and a codomain";
  for (Attribute operand : operands)
    if (!isa_and_nonnull<MapAttrInterface>(operand))
      return emitError() << "a map is made of maps, not of " << operand;
  SmallVector<MlirAttribute> wrapped = wrapAll(operands);
  Words words;
  return words.check(tileirVerifyMap(static_cast<int32_t>(kind), wrap(domain),
                                     wrap(codomain), wrapped.size(),
                                     wrapped.data(), payload.size(),
                                     payload.data(), Words::append, &words),
                     emitError);
}

MapAttrInterface tileir::getMapChecked(EmitError emitError, MapKind kind,
                                       IndexSetAttr domain,
                                       IndexSetAttr codomain,
                                       ArrayRef<Attribute> operands,
                                       ArrayRef<int64_t> payload) {
  if (!domain) {
    emitError() << "a map needs a domain";
    return {};
  }
  return withMapClass(kind, [&](auto null) -> MapAttrInterface {
    return decltype(null)::getChecked(emitError, domain.getContext(), domain,
                                      codomain, operands, payload);
  });
}

LogicalResult FamilyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<StringAttr> names,
                                 ArrayRef<int64_t> numbers) {
  SmallVector<MlirAttribute> wrapped = wrapNames(names);
  Words words;
  return words.check(tileirVerifyFamily(wrapped.size(), wrapped.data(),
                                        numbers.size(), numbers.data(),
                                        Words::append, &words),
                     emitError);
}

LogicalResult CorrAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               MapAttrInterface left, MapAttrInterface right,
                               ArrayRef<StringAttr> replicas) {
  auto occurrences = cast<IndexSetAttr>(left.getDomain());
  if (occurrences != right.getDomain())
    return emitError() << "the left leg starts from " << occurrences
                       << ", the right leg from " << right.getDomain();
  ArrayRef<StringAttr> after = occurrences.getNames();
  for (StringAttr name : replicas) {
    if (!llvm::is_contained(occurrences.getNames(), name))
      return emitError() << "there is no axis " << name << " in "
                         << occurrences;
    after = after.drop_until([&](StringAttr axis) { return axis == name; });
    if (after.empty())
      return emitError() << "the replica " << name
                         << " does not stand where the axes of " << occurrences
                         << " have it, once";
    after = after.drop_front();
  }
  return success();
}

LogicalResult DistributionAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    function_ref<InFlightDiagnostic()> emitError) const {
  Words words;
  return words.check(tileirVerifyEncoding(wrap(Attribute(getMap())),
                                          shape.size(), shape.data(),
                                          Words::append, &words),
                     emitError);
}
