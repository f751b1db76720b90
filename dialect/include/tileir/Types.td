//===- Types.td - Views -------------------------------------*- tablegen -*-===//

#ifndef TILEIR_TYPES_TD
#define TILEIR_TYPES_TD

include "tileir/Attributes.td"

def TileIR_ViewType : TypeDef<TileIR_Dialect, "View"> {
  let mnemonic = "view";
  let summary = "view of a buffer";
  let description = [{
    `!tileir.view<100x63xf32, #map, zero>`: a buffer, the map from coordinates
    to its addresses, and a window of the given shape within the map's domain.
    The window of a whole view is the domain, or the box around a constrained
    one; that of a slice is a tile of it, whose origin is a value of the program.
    A point is valid if it lies in the domain and in every window that the view is
    a slice of. The policy says what an access to any other point means, also to
    one of the box that a constraint excludes: `zero` reads zero and writes
    nothing, `predicate` writes nothing and leaves it to each load what it reads
    instead, `assume` promises that there is none.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    "::tileir::MapAttrInterface":$map,
    "::tileir::BoundsPolicy":$policy
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

/// A tile value: a tensor whose encoding is a distribution, or has none yet.
def TileIR_Tile : Type<
    And<[CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">,
         CPred<"::llvm::isa_and_present<::tileir::DistributionAttr>("
               "::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding()) || "
               "!::llvm::cast<::mlir::RankedTensorType>($_self).getEncoding()">]>,
    "tensor with a distribution, or with no encoding", "::mlir::RankedTensorType">;

/// A coordinate of a view: of one element, or of each element of a tile.
def TileIR_Coordinate : AnyTypeOf<[AnySignlessIntegerOrIndex, TileIR_Tile]>;

#endif // TILEIR_TYPES_TD
