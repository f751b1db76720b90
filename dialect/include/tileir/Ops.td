//===- Ops.td - The operations of TileIR --------------------*- tablegen -*-===//
//
// The fewest operations that say what a tile program does: arithmetic on tiles
// is `arith` and `math`, control is `scf`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_OPS_TD
#define TILEIR_OPS_TD

include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileir/Types.td"

class TileIR_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileIR_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

def TileIR_ApplyOp : TileIR_Op<"apply", [
    NoMemoryEffect, DeclareOpInterfaceMethods<ConditionallySpeculatable>
  ]> {
  let summary = "Apply a map to coordinates";
  let description = [{
    ```mlir
    %a, %b = tileir.apply #map(%i, %j) : i64
    %c = tileir.apply #family[%n, %ld](%i, %j) : index
    ```
    One coordinate an axis of the domain, one result an axis of the codomain, all
    of one type. A family's parameters are bound between brackets; as operands they
    stand in front of the coordinates. Where the map has no value, or a
    parameter cannot have the one it is given, the application fails:
    `tileir-lower-views` refuses what is known to, and leaves an assertion for the
    rest. So an application is not moved to where the program might not have
    reached it.
  }];
  let arguments = (ins
    TileIR_MapOrFamilyAttr:$map,
    Variadic<AnySignlessIntegerOrIndex>:$coordinates
  );
  let results = (outs Variadic<AnySignlessIntegerOrIndex>:$values);
  let assemblyFormat = [{
    $map `` custom<Point>($coordinates, ref($map)) attr-dict `:`
    custom<PointType>(type($coordinates), type($values), ref($coordinates), ref($map))
  }];
}

def TileIR_ViewOp : TileIR_Op<"view", [Pure]> {
  let summary = "See a buffer through a map";
  let description = [{
    ```mlir
    %v = tileir.view %buf : memref<6300xf32> -> !tileir.view<100x63xf32, #map, zero>
    ```
    The buffer has one axis and no layout of its own. The view's shape is its
    map's domain.
  }];
  let arguments = (ins AnyMemRef:$buffer);
  let results = (outs TileIR_ViewType:$result);
  let assemblyFormat = [{
    $buffer attr-dict `:` type($buffer) `->` type($result)
  }];
}

def TileIR_SliceOp : TileIR_Op<"slice", [Pure]> {
  let summary = "One tile of a view";
  let description = [{
    ```mlir
    %t = tileir.slice %v[%bi, %bj] : !tileir.view<100x63xf32, #map, zero>
                                  -> !tileir.view<32x32xf32, #map, zero>
    ```
    The coordinates count tiles of the result's shape: the window begins at
    `%bi * 32, %bj * 32` within the source's. It may reach past the domain, and
    past the source's window, on either side: what is valid is what lies in both,
    and the policy holds for the rest. Coordinates are `i64`, or their types are
    given: `%v[%bi, %bj : index, i32]`.
  }];
  let arguments = (ins
    TileIR_ViewType:$source,
    Variadic<AnySignlessIntegerOrIndex>:$coordinates
  );
  let results = (outs TileIR_ViewType:$result);
  let assemblyFormat = [{
    $source `[` custom<Coordinates>($coordinates, type($coordinates)) `]`
    attr-dict `:` type($source) `->` type($result)
  }];
}

def TileIR_LoadOp : TileIR_Op<"load", [AttrSizedOperandSegments]> {
  let summary = "Read a tile, or an element, through a view";
  let description = [{
    ```mlir
    %x = tileir.load %t : !tileir.view<32x32xf32, #map, zero> -> tensor<32x32xf32, #d>
    %y = tileir.load %t as (#d) : !tileir.view<32x32xf32, #map, zero> -> tensor<32x32xf32>
    %s = tileir.load %t[%i, %j] : !tileir.view<32x32xf32, #map, zero> -> f32
    %g = tileir.load %t[%rows, %j : tensor<64xi32, #d>, index]
      : !tileir.view<32x32xf32, #map, zero> -> tensor<64xf32, #d>
    %z = tileir.load %p else %o : !tileir.view<32x32xf32, #map, predicate> -> tensor<32x32xf32, #d>
    ```
    Coordinates count from the beginning of the window. Where one of them is a tile,
    this is a gather: element `p` of the result is what the view has at `rows(p), j`.
    Coordinates that are no tiles are the same for each element. Through a view of the policy
    `predicate`, an element is the view's where that is valid, and the same element
    of what `else` names where it is not; no other load has an `else`. `as` names the distribution
    of a tile whose type leaves it open, so that operations on it may, too:
    `tileir-propagate` puts it into the type.
  }];
  let arguments = (ins
    Arg<TileIR_ViewType, "where to read", [MemRead]>:$source,
    Variadic<TileIR_Coordinate>:$coordinates,
    Optional<AnyType>:$other,
    OptionalAttr<TileIR_DistributionAttr>:$distribution
  );
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $source (`[` custom<Coordinates>($coordinates, type($coordinates))^ `]`)?
    (`else` $other^)?
    (`as` ` ` `(` custom<Distribution>($distribution)^ `)`)?
    attr-dict `:` type($source) `->`
    custom<Loaded>(type($result), type($other), ref($other))
  }];
}

def TileIR_StoreOp : TileIR_Op<"store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>
  ]> {
  let summary = "Write a tile, or an element, through a view";
  let description = [{
    ```mlir
    tileir.store %x, %t : tensor<32x32xf32, #d>, !tileir.view<32x32xf32, #map, zero>
    tileir.store %x, %t as (#e) : tensor<32x32xf32, #d>, !tileir.view<32x32xf32, #map, zero>
    tileir.store %s, %t[%i, %j] : f32, !tileir.view<32x32xf32, #map, zero>
    tileir.store add %x, %t[%rows, %j : tensor<64xi32, #d>, index]
      : tensor<64xf32, #d>, !tileir.view<32x32xf32, #map, zero>
    ```
    Where a coordinate is a tile, this is a scatter: element `p` of the value goes to
    `rows(p), j`, and no two elements may go to one place. `add`, `max` and `min`
    combine each element of a tile with what the view has at its place, as one step that
    nobody sees half of, in any order: there, several may meet. Under the policies `zero` and
    `predicate` what is not valid is not written. `as` names the distribution in which the
    store wants its value: a later pass
    repartitions to it.
  }];
  let arguments = (ins
    AnyType:$value,
    TileIR_ViewType:$destination,
    Variadic<TileIR_Coordinate>:$coordinates,
    OptionalAttr<TileIR_DistributionAttr>:$distribution,
    OptionalAttr<TileIR_ReduceKindAttr>:$kind
  );
  let assemblyFormat = [{
    custom<Combining>($kind) `` $value `,` $destination
    (`[` custom<Coordinates>($coordinates, type($coordinates))^ `]`)?
    (`as` ` ` `(` custom<Distribution>($distribution)^ `)`)?
    attr-dict `:` type($value) `,` type($destination)
  }];
}

def TileIR_IotaOp : TileIR_Op<"iota", [Pure]> {
  let summary = "Each element's coordinate along one axis";
  let description = [{
    ```mlir
    %c = tileir.iota 1 : tensor<32x128xi32, #d>
    ```
    It is what a mask is made of: columns beyond the last one, say.
  }];
  let arguments = (ins I64Attr:$axis);
  let results = (outs TileIR_Tile:$result);
  let assemblyFormat = "$axis attr-dict `:` type($result)";
}

def TileIR_RepartitionOp : TileIR_Op<"repartition", [Pure]> {
  let summary = "The same tile, held by others";
  let description = [{
    ```mlir
    %y = tileir.repartition %x : tensor<32x32xf32, #d> -> tensor<32x32xf32, #e>
    ```
    One of the two may be open: it is where the distributions that are written end,
    and those that `tileir-propagate` finds begin.
  }];
  let arguments = (ins TileIR_Tile:$source);
  let results = (outs TileIR_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasFolder = 1;
}

def TileIR_RelabelOp : TileIR_Op<"relabel", [Pure]> {
  let summary = "The same elements under other coordinates";
  let description = [{
    ```mlir
    %y = tileir.relabel %x by (#map) : tensor<4x8xf32, #d> -> tensor<8x4xf32, #e>
    ```
    The map goes from the result's coordinates to the source's: element `p` of
    the result is element `map(p)` of the source. Transposes, reshapes and
    broadcasts are relabels.

    ```mlir
    %w = tileir.relabel %v by (#map)
      : !tileir.view<100x63xf32, #rows, zero>
     -> !tileir.view<63x100xf32, #tileir.compose<#rows, #map>, zero>
    ```
    So they are of a view, of which no element is touched; it must be whole, no
    slice. The map has a value everywhere, and an axis of its codomain has the
    extent of the source's, or none: a point is valid whose image is valid in the
    source. The result's map, and which points are in its domain, must be proved to
    be the composition's. `tileir-compose-views` makes one `tileir.view` of it.
  }];
  let arguments = (ins
    AnyTypeOf<[TileIR_Tile, TileIR_ViewType]>:$source,
    TileIR_AnyMapAttr:$map
  );
  let results = (outs AnyTypeOf<[TileIR_Tile, TileIR_ViewType]>:$result);
  let assemblyFormat = [{
    $source `by` ` ` `(` $map `)` attr-dict `:` type($source) `->` type($result)
  }];
}

def TileIR_ReduceOp : TileIR_Op<"reduce", [Pure]> {
  let summary = "Combine a tile along one axis";
  let description = [{
    ```mlir
    %y = tileir.reduce add %x over 1 : tensor<4x8xf32, #d> -> tensor<4xf32, #e>
    ```
    The order of combination is not fixed.
  }];
  let arguments = (ins
    TileIR_ReduceKindAttr:$kind,
    TileIR_Tile:$source,
    I64Attr:$axis
  );
  let results = (outs TileIR_Tile:$result);
  let assemblyFormat = [{
    custom<ReduceKind>($kind) $source `over` $axis attr-dict `:` type($source) `->` type($result)
  }];
}

def TileIR_ContractOp : TileIR_Op<"contract", [Pure]> {
  let summary = "A product of matrices, added to a tile";
  let description = [{
    ```mlir
    %d = tileir.contract %a, %b, %c
      : tensor<64x32xf16, #A>, tensor<32x64xf16, #B>, tensor<64x64xf32, #C> -> tensor<64x64xf32, #C>
    %d = tileir.contract %a, %b, %c by "mma.m16n8k16.f32.f16" : …
    ```
    Element `(i, j)` of the result is `c(i, j)` and the sum over `k` of
    `a(i, k) * b(k, j)`. Products are those of an `f32` at least; sums are
    no less precise than the type of `c`, in any order, and rounded in any
    direction. Integers are signed, and wrap.

    `by` names the atom, a row of `targets/atoms`, of which the product is made:
    then `a`, `b` and `c` are held as `atom::tile_by` says, over the warps of the
    block. `tileir-select-atoms` writes one where the target has one that fits.
    An atom of `tf32` looks at 10 bits of the fractions of `a` and `b`.
  }];
  let arguments = (ins
    TileIR_Tile:$a,
    TileIR_Tile:$b,
    TileIR_Tile:$c,
    OptionalAttr<StrAttr>:$atom
  );
  let results = (outs TileIR_Tile:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`by` $atom^)? attr-dict
    `:` type($a) `,` type($b) `,` type($c) `->` type($result)
  }];
}

def TileIR_RequireOp : TileIR_Op<"require", [MemoryEffects<[MemWrite]>]> {
  let summary = "Facts of a map that must be proved";
  let description = [{
    ```mlir
    tileir.require #map [total, bounds, injective]
    ```
    It is said to write memory so that nothing removes it unproved.

    ```mlir
    tileir.require #family[%n, %ld : index, index] [injective]
    ```
    The parameters must select a member that has the facts. `tileir-prove` writes
    of which they are proved: `guard` is a family without axes whose value is 1 for
    those, and `tileir-lower-views` makes an assertion of it.
  }];
  let arguments = (ins
    TileIR_MapOrFamilyAttr:$map,
    Variadic<AnySignlessIntegerOrIndex>:$parameters,
    TileIR_FactsAttr:$facts,
    OptionalAttr<TileIR_MapOrFamilyAttr>:$guard
  );
  let assemblyFormat = [{
    $map `` custom<Bound>($parameters, type($parameters), ref($map)) ` `
    `[` custom<Facts>($facts) `]` (`if` $guard^)? attr-dict
  }];
}

#endif // TILEIR_OPS_TD
