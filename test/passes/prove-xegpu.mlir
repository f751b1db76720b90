// RUN: tileir-opt %s --split-input-file --verify-diagnostics --tileir-prove=remarks

// The hardware leaves out what lies outside; that it does not happen is a fact.
func.func @checked(%a: memref<64x64xf16>) {
  affine.for %i = 0 to 64 step 8 {
    %t = xegpu.create_nd_tdesc %a : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
    // expected-remark @below {{stays in axis 0 of memref<64x64xf16>}}
    // expected-remark @below {{stays in axis 1 of memref<64x64xf16>}}
    // expected-remark @below {{32 bits suffice}}
    %x = xegpu.load_nd %t[%i, 48] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
    // expected-remark @below {{stays in axis 0 of memref<64x64xf16>}}
    // expected-remark @below {{may leave axis 1 of memref<64x64xf16>, which is allowed}}
    // expected-remark @below {{32 bits suffice}}
    xegpu.store_nd %x, %t[%i, 56] : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
  }
  return
}

// -----

// Two blocks side by side, unchecked.
#unchecked = #xegpu.block_tdesc_attr<array_length = 2, boundary_check = false>
func.func @unchecked(%a: memref<64x64xf16>) {
  // expected-note @below {{i counts this loop}}
  affine.for %i = 0 to 64 step 16 {
    %t = xegpu.create_nd_tdesc %a : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16, #unchecked>
    // expected-remark @below {{stays in axis 0}}
    // expected-error @below {{'xegpu.load_nd' leaves axis 1 of memref<64x64xf16>}}
    // expected-note @below {{at (i = 48), index 1 is 48 for 32 elements, and the axis has 64 elements}}
    // expected-remark @below {{32 bits suffice}}
    %x = xegpu.load_nd %t[0, %i] : !xegpu.tensor_desc<8x16xf16, #unchecked> -> vector<2x8x16xf16>
  }
  return
}

// -----

// A shape of its own stands for the memref's: nothing is said of such a block.
func.func @shaped(%a: memref<64x64xf16>) {
  %t = xegpu.create_nd_tdesc %a, shape: [32, 32], strides: [64, 1] : memref<64x64xf16> -> !xegpu.tensor_desc<8x16xf16>
  // expected-remark @below {{'xegpu.load_nd' accesses memory, and is not read}}
  %x = xegpu.load_nd %t[56, 48] : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  return
}
