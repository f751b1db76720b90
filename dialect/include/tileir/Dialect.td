//===- Dialect.td - The TileIR dialect ----------------------*- tablegen -*-===//
//
// The dialect itself. Its attributes, types and operations have a file each.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIR_DIALECT_TD
#define TILEIR_DIALECT_TD

include "mlir/IR/OpBase.td"

def TileIR_Dialect : Dialect {
  let name = "tileir";
  let cppNamespace = "::tileir";
  let summary = "Layouts as maps between finite index sets";
  let description = [{
    A layout is a map between finite index sets. The attributes of this dialect
    are the nodes of a small grammar of such maps; its type is a view, a buffer
    seen through a map; its operations apply maps, make and slice views, load,
    store and repartition tiles.

    What the nodes mean is defined by the Rust crate `tileir`. This dialect
    carries them through MLIR: it asks that crate to parse, print and verify.
  }];
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 0;
  let hasNonDefaultDestructor = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &printer) const override;
    void registerAttributes();
    void registerTypes();
    void registerOperations();
  }];
}

#endif // TILEIR_DIALECT_TD
