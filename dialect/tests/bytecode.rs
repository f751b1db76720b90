//! Bytecode comes back as it was; damaged bytecode is an error, whatever it claims.

mod common;

use std::ffi::c_void;

use common::context;
use melior::Context;
use melior::ir::Module;
use mlir_sys::{MlirStringRef, mlirModuleCreateParse, mlirOperationWriteBytecode};

/// Every kind of map, a distribution, a view and a set. The number 1234567 stands once.
const PROGRAM: &str = r#"
#a = #tileir.mixed_radix<(4,(2,8)):(1,(32,4))>
#s = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
#b = #tileir.bit_linear<(i : 4) -> (a : 8), i = [1, 6]>
#t = #tileir.translate<[1234567], #a>
#p = #tileir.permute<(i : 4, j : 2) -> (j, i)>
#q = #tileir.product<#tileir.project<(i : 4, j : 2) -> (j)>, #tileir.identity<(k : 2)>>
#c = #tileir.compose<#tileir.identity<(i : 4)>, #tileir.identity<(i : 4)>>
#d = #tileir.distribution<#tileir.identity<(lane : 4, slot : 2)>>
!v = !tileir.view<4x16xf32, #a, zero>
module attributes {
  tileir.all = [#a, #s, #b, #t, #p, #q, #c, #d, !v, tensor<4x2xf32, #d>],
  tileir.set = #tileir.index_set<(z : 3, w)>
} {
  tileir.require #b [injective]
}
"#;

unsafe extern "C" fn append(part: MlirStringRef, bytes: *mut c_void) {
    // SAFETY: `write` hands over its own vector, and MLIR a live part.
    unsafe {
        let part = std::slice::from_raw_parts(part.data.cast::<u8>(), part.length);
        (*bytes.cast::<Vec<u8>>()).extend_from_slice(part);
    }
}

fn write(module: &Module<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // SAFETY: the module is alive, and `append` gets the vector it expects.
    unsafe {
        let operation = module.as_operation().to_raw();
        mlirOperationWriteBytecode(operation, Some(append), (&raw mut bytes).cast());
    }
    bytes
}

fn read<'c>(context: &'c Context, bytes: &[u8]) -> Option<Module<'c>> {
    let text = MlirStringRef { data: bytes.as_ptr().cast(), length: bytes.len() };
    // SAFETY: the bytes live through the call; a null module is none.
    unsafe { Module::from_option_raw(mlirModuleCreateParse(context.to_raw(), text)) }
}

#[test]
fn every_attribute_and_type_comes_back() {
    let context = context();
    let module = Module::parse(&context, PROGRAM).expect("a module");
    let bytes = write(&module);
    let again = read(&context, &bytes).expect("a module");
    assert_eq!(again.as_operation().to_string(), module.as_operation().to_string());
    // In a context that has none of the attributes yet.
    let other = crate::context();
    let again = read(&other, &bytes).expect("a module");
    assert_eq!(again.as_operation().to_string(), module.as_operation().to_string());
}

#[test]
fn sharing_comes_back() {
    let context = context();
    let mut text = "#m0 = #tileir.identity<(i : 4)>\n".to_owned();
    for level in 1..=60 {
        text += &format!("#m{level} = #tileir.compose<#m{0}, #m{0}>\n", level - 1);
    }
    text += "tileir.require #m60 [total]";
    let module = Module::parse(&context, &text).expect("a module");
    let bytes = write(&module);
    assert!(bytes.len() < 2_000, "{} bytes", bytes.len());
    let other = crate::context();
    let again = read(&other, &bytes).expect("a module");
    assert_eq!(again.as_operation().to_string(), module.as_operation().to_string());
}

/// Where the number 1234567 stands: zigzag, then three bytes of seven bits, low first.
fn marked_number(bytes: &[u8]) -> usize {
    let code = (1_234_567_u32 << 1) << 4 | 0b1000;
    let code = &code.to_le_bytes()[..4];
    let places: Vec<usize> =
        (0..bytes.len()).filter(|&place| bytes[place..].starts_with(code)).collect();
    assert_eq!(places.len(), 1, "the number stands once, at {places:?}");
    places[0]
}

#[test]
fn a_count_beyond_the_file_is_an_error() {
    let context = context();
    let bytes = write(&Module::parse(&context, PROGRAM).expect("a module"));
    let number = marked_number(&bytes);
    // The byte before it says that there is one number; zero announces eight bytes of count.
    assert_eq!(bytes[number - 1], 0b11);
    let mut damaged = bytes.clone();
    damaged[number - 1] = 0;
    assert!(read(&context, &damaged).is_none());
}

#[test]
fn a_damaged_number_is_another_map_or_an_error() {
    let context = context();
    let module = Module::parse(&context, PROGRAM).expect("a module");
    let bytes = write(&module);
    let number = marked_number(&bytes);
    let printed = module.as_operation().to_string();
    for bit in 0..32 {
        let mut damaged = bytes.clone();
        damaged[number + bit / 8] ^= 1 << (bit % 8);
        if let Some(other) = read(&context, &damaged) {
            assert_ne!(other.as_operation().to_string(), printed, "bit {bit}");
        }
    }
}

#[test]
fn a_file_cut_short_is_an_error() {
    let context = context();
    let bytes = write(&Module::parse(&context, PROGRAM).expect("a module"));
    for length in 4..bytes.len() {
        assert!(read(&context, &bytes[..length]).is_none(), "{length} bytes");
    }
}
