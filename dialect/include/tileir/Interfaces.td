//===- Interfaces.td - What all maps have in common ---------*- tablegen -*-===//

#ifndef TILEIR_INTERFACES_TD
#define TILEIR_INTERFACES_TD

include "mlir/IR/OpBase.td"

def TileIR_MapAttrInterface : AttrInterface<"MapAttrInterface"> {
  let cppNamespace = "::tileir";
  let description = [{
    A map between two index sets: a node of the grammar, its child maps, and the
    numbers that make it the node it is. What the numbers mean is the Rust
    crate's business.
  }];
  let methods = [
    InterfaceMethod<"Which node of the grammar it is", "::tileir::MapKind",
                    "getKind">,
    InterfaceMethod<"Where the map is defined, an index set", "::mlir::Attribute",
                    "getDomain">,
    InterfaceMethod<"Where its values lie, an index set", "::mlir::Attribute",
                    "getCodomain">,
    InterfaceMethod<"The maps it is made of", "::llvm::ArrayRef<::mlir::Attribute>",
                    "getOperands">,
    InterfaceMethod<"The numbers it is made of", "::llvm::ArrayRef<int64_t>",
                    "getPayload">
  ];
}

#endif // TILEIR_INTERFACES_TD
