//===- Attributes.td - Index sets, maps, distributions ------*- tablegen -*-===//
//
// One attribute a node of the grammar of maps. Children are attributes, so MLIR
// shares equal subtrees. Text, verification and strides are asked of Rust.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_ATTRIBUTES_TD
#define TILEIR_ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"
include "tileir/Dialect.td"
include "tileir/Interfaces.td"

def TileIR_IndexSetAttr : AttrDef<TileIR_Dialect, "IndexSet"> {
  let attrName = "tileir.index_set";
  let summary = "Integer points of a box with named axes";
  let description = [{
    `#tileir.index_set<(i : 4, j : 8)>`. An axis without an extent, `(address)`,
    runs over all 64-bit integers; its extent is stored as the least `int64_t`.

    `#tileir.index_set<(i : 4, j : 8 where i le j)>` has those points of the box
    at which no constraint is 0. They are stored as the code of one program over
    the axes, and a box stores none.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr">:$names,
    ArrayRefParameter<"int64_t">:$extents,
    OptionalArrayRefParameter<"int64_t">:$constraints
  );
  let genVerifyDecl = 1;
}

class TileIR_MapAttr<string kind, string text, string what>
    : AttrDef<TileIR_Dialect, kind, [
        TileIR_MapAttrInterface, MemRefLayoutAttrInterface
      ]> {
  let attrName = "tileir." # text;
  let summary = what;
  let parameters = (ins
    "::tileir::IndexSetAttr":$domain,
    "::tileir::IndexSetAttr":$codomain,
    ArrayRefParameter<"::mlir::Attribute">:$operands,
    ArrayRefParameter<"int64_t">:$payload
  );
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr ::tileir::MapKind kind = ::tileir::MapKind::}] # kind # [{;
    static ::tileir::MapKind getKind() { return kind; }
    ::mlir::AffineMap getAffineMap() const;
    bool isIdentity() const;
    ::llvm::LogicalResult verifyLayout(
        ::llvm::ArrayRef<int64_t> shape,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
    ::llvm::LogicalResult getStridesAndOffset(
        ::llvm::ArrayRef<int64_t> shape,
        ::llvm::SmallVectorImpl<int64_t> &strides, int64_t &offset) const;
  }];
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        ::tileir::IndexSetAttr domain, ::tileir::IndexSetAttr codomain,
        ::llvm::ArrayRef<::mlir::Attribute> operands,
        ::llvm::ArrayRef<int64_t> payload) {
      return ::tileir::verifyMap(emitError, kind, domain, codomain, operands,
                                 payload);
    }
    ::mlir::AffineMap $cppClass::getAffineMap() const {
      return ::tileir::layoutAffineMap(*this);
    }
    bool $cppClass::isIdentity() const {
      return ::tileir::layoutIsIdentity(*this);
    }
    ::llvm::LogicalResult $cppClass::verifyLayout(
        ::llvm::ArrayRef<int64_t> shape,
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const {
      return ::tileir::layoutVerify(*this, shape, emitError);
    }
    ::llvm::LogicalResult $cppClass::getStridesAndOffset(
        ::llvm::ArrayRef<int64_t> shape,
        ::llvm::SmallVectorImpl<int64_t> &strides, int64_t &offset) const {
      return ::tileir::layoutStrides(*this, strides, offset);
    }
  }];
}

def TileIR_IdentityAttr
    : TileIR_MapAttr<"Identity", "identity",
                     "The coordinates themselves">;
def TileIR_MixedRadixAttr
    : TileIR_MapAttr<"MixedRadix", "mixed_radix",
                     "CuTe's hierarchical shape and stride">;
def TileIR_BitLinearAttr
    : TileIR_MapAttr<"BitLinear", "bit_linear",
                     "The XOR of the bases of the bits set">;
def TileIR_ExprAttr
    : TileIR_MapAttr<"Expr", "expr",
                     "Integer expressions in the coordinates">;
def TileIR_TranslateAttr
    : TileIR_MapAttr<"Translate", "translate",
                     "A constant added to a map's value">;
def TileIR_PermuteAttr
    : TileIR_MapAttr<"Permute", "permute",
                     "The coordinates in another order">;
def TileIR_ProjectAttr
    : TileIR_MapAttr<"Project", "project",
                     "Some of the coordinates">;
def TileIR_ProductAttr
    : TileIR_MapAttr<"Product", "product",
                     "Each factor on its own coordinates">;
def TileIR_ComposeAttr
    : TileIR_MapAttr<"Compose", "compose",
                     "One map after another">;
def TileIR_RegroupAttr
    : TileIR_MapAttr<"Regroup", "regroup",
                     "The digits of the coordinates, joined anew">;
def TileIR_RecastAttr
    : TileIR_MapAttr<"Recast", "recast",
                     "A map's addresses in units of another size">;
def TileIR_TransformAttr
    : TileIR_MapAttr<"Transform", "transform",
                     "A registered bijection of a map's value">;
def TileIR_PiecewiseAttr
    : TileIR_MapAttr<"Piecewise", "piecewise",
                     "Each piece on its own part of the domain">;
def TileIR_TableAttr
    : TileIR_MapAttr<"Table", "table",
                     "The values, written out">;

def TileIR_FamilyAttr : AttrDef<TileIR_Dialect, "Family"> {
  let attrName = "tileir.family";
  let summary = "A map for every value of its parameters";
  let description = [{
    `#tileir.family<(n : 1..=4096 by 8) (i : n) -> (n - 1 - i) to (a : n)>` has a
    member for each of n = 8, 16, …, 4096. Names are those of parameters and axes;
    the numbers begin with how many parameters, axes of the domain and axes of the
    codomain there are.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr">:$names,
    ArrayRefParameter<"int64_t">:$numbers
  );
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getNumParameters() const { return getNumbers()[0]; }
    int64_t getDomainRank() const { return getNumbers()[1]; }
    int64_t getCodomainRank() const { return getNumbers()[2]; }
  }];
}

def TileIR_DistributionAttr : AttrDef<TileIR_Dialect, "Distribution", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>
  ]> {
  let mnemonic = "distribution";
  let summary = "Who holds which element of a tile";
  let description = [{
    The map goes from the participants and their slots, such as
    `(subgroup : 2, lane : 32, slot : 4)`, to the coordinates of the tile. It is
    the encoding of a builtin tensor, whose shape must be the map's codomain.
  }];
  let parameters = (ins "::tileir::MapAttrInterface":$map);
  let assemblyFormat = "`<` $map `>`";
}

def TileIR_CorrAttr : AttrDef<TileIR_Dialect, "Corr"> {
  let mnemonic = "corr";
  let summary = "Which points of one set go with which points of another";
  let description = [{
    ```mlir
    #left = #tileir.project<(row : 2, copy : 3) -> (row)>
    #right = #tileir.expr<(row : 2, copy : 3) -> (row + 2 * copy) to (slot : 6)>
    #placed = #tileir.corr<#left, #right, replicas = ["copy"]>
    ```
    Two maps out of one set of occurrences, each of which relates its two values:
    row 0 goes with the slots 0, 2 and 4. The axes that are named count replicas.
  }];
  let parameters = (ins
    "::tileir::MapAttrInterface":$left,
    "::tileir::MapAttrInterface":$right,
    OptionalArrayRefParameter<"::mlir::StringAttr">:$replicas
  );
  let assemblyFormat = [{
    `<` $left `,` $right (`,` `replicas` `=` `[` $replicas^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
}

/// An operation's attribute that may be any node of the grammar.
def TileIR_AnyMapAttr
    : Attr<CPred<"::llvm::isa<::tileir::MapAttrInterface>($_self)">,
           "map between index sets"> {
  let storageType = "::tileir::MapAttrInterface";
  let returnType = "::tileir::MapAttrInterface";
  let convertFromStorage = "$_self";
}

/// An operation's attribute that may be a map, or a family of them.
def TileIR_MapOrFamilyAttr
    : Attr<CPred<"::llvm::isa<::tileir::MapAttrInterface, ::tileir::FamilyAttr>($_self)">,
           "map between index sets, or family of maps"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

def TileIR_BoundsPolicy : I32EnumAttr<"BoundsPolicy",
    "bounds policy", [
      I32EnumAttrCase<"Zero", 0, "zero">,
      I32EnumAttrCase<"Assume", 1, "assume">,
      I32EnumAttrCase<"Predicate", 2, "predicate">
    ]> {
  let cppNamespace = "::tileir";
  let genSpecializedAttr = 0;
}

def TileIR_ReduceKind : I32EnumAttr<"ReduceKind", "kind of reduction", [
      I32EnumAttrCase<"Add", 0, "add">,
      I32EnumAttrCase<"Mul", 1, "mul">,
      I32EnumAttrCase<"Max", 2, "max">,
      I32EnumAttrCase<"Min", 3, "min">
    ]> {
  let cppNamespace = "::tileir";
  let genSpecializedAttr = 0;
}

def TileIR_ReduceKindAttr
    : EnumAttr<TileIR_Dialect, TileIR_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "`<` $value `>`";
}

def TileIR_Facts : I32BitEnumAttr<"Facts", "facts of a map", [
      I32BitEnumAttrCaseBit<"Total", 0, "total">,
      I32BitEnumAttrCaseBit<"Bounds", 1, "bounds">,
      I32BitEnumAttrCaseBit<"Injective", 2, "injective">,
      I32BitEnumAttrCaseBit<"Surjective", 3, "surjective">
    ]> {
  let cppNamespace = "::tileir";
  let separator = ", ";
  let genSpecializedAttr = 0;
}

def TileIR_FactsAttr : EnumAttr<TileIR_Dialect, TileIR_Facts, "facts"> {
  let assemblyFormat = "`<` $value `>`";
}

#endif // TILEIR_ATTRIBUTES_TD
