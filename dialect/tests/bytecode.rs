//! Bytecode comes back as it was; damaged bytecode is an error, whatever it claims.

mod common;

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use common::context;
use melior::Context;
use melior::ir::Module;
use mlir_sys::{MlirStringRef, mlirModuleCreateParse, mlirOperationWriteBytecode};

/// Every kind of map, a distribution, a view and sets. The number 1234567 stands once, and so
/// do the name of a transform and the constraint `5 le z`.
const PROGRAM: &str = r#"
#a = #tileir.mixed_radix<(4,(2,8)):(1,(32,4))>
#s = #tileir.expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>
#b = #tileir.bit_linear<(i : 4) -> (a : 8), i = [1, 6]>
#t = #tileir.translate<[1234567], #a>
#p = #tileir.permute<(i : 4, j : 2) -> (j, i)>
#q = #tileir.product<#tileir.project<(i : 4, j : 2) -> (j)>, #tileir.identity<(k : 2)>>
#c = #tileir.compose<#tileir.identity<(i : 4)>, #tileir.identity<(i : 4)>>
#g = #tileir.regroup<(i : 8, j : 6) -> (a : 4, b : 12), [(2,4), (6)] -> [(1), (0,2)]>
#r = #tileir.recast<16 -> 32, mixed_radix<(4):(2)>>
#x = #tileir.transform<swizzle(2, 0, 2), mixed_radix<(4,4):(4,1)>>
#y = #tileir.piecewise<(i : 8), expr<(i : 8 where i lt 3) -> (i) to (a : 8)>,
                       expr<(i : 8 where i ge 3) -> (10 - i) to (a : 8)>>
#f = #tileir.table<(i : 2, j : 2) -> (a : 4, b : 9), [(0,8), (3,1), (2,2), (1,0)]>
#e = #tileir.mixed_radix<(4,(2,8)):(1@m,(1@n,2@n+4@m)), (i : 4, j : 16) -> (m : 32, n : 16)>
#d = #tileir.distribution<#tileir.identity<(lane : 4, slot : 2)>>
!v = !tileir.view<4x16xf32, #a, zero>
module attributes {
  tileir.all = [#a, #s, #b, #t, #p, #q, #c, #d, !v, tensor<4x2xf32, #d>],
  tileir.more = [#g, #r, #x, #y, #f, #e],
  tileir.sets = [#tileir.index_set<(z : 3, w)>, #tileir.index_set<(z : 9, w where 5 le z)>]
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

/// A number that is not negative as bytecode has it: zigzag, then as few bytes as it takes; the
/// zeros at the low end of the first say how many follow.
fn number(value: u32) -> Vec<u8> {
    let zigzag = u64::from(value) << 1;
    let bytes = (1..5).find(|bytes| zigzag < 1 << (7 * bytes)).expect("a small number");
    let code = zigzag << bytes | 1 << (bytes - 1);
    code.to_le_bytes()[..bytes].to_vec()
}

/// Where these numbers stand, one after the other.
fn place_of(numbers: &[u32], bytes: &[u8]) -> usize {
    let code: Vec<u8> = numbers.iter().flat_map(|&value| number(value)).collect();
    let places: Vec<usize> =
        (0..bytes.len()).filter(|&place| bytes[place..].starts_with(&code)).collect();
    assert_eq!(places.len(), 1, "{numbers:?} stand once, at {places:?}");
    places[0]
}

/// Where the number 1234567 stands.
fn marked_number(bytes: &[u8]) -> usize {
    place_of(&[1_234_567], bytes)
}

/// What an error says that is emitted while these bytes are read.
fn error_of(bytes: &[u8]) -> String {
    let context = context();
    let errors = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&errors);
    context.attach_diagnostic_handler(move |diagnostic| {
        seen.lock().expect("no other panic").push(diagnostic.to_string());
        true
    });
    assert!(read(&context, bytes).is_none());
    let errors = errors.lock().expect("no other panic");
    errors.first().cloned().unwrap_or_default()
}

#[test]
fn a_damaged_name_of_a_transform_is_an_error() {
    let context = context();
    let bytes = write(&Module::parse(&context, PROGRAM).expect("a module"));
    let name: Vec<u32> = [7].into_iter().chain("swizzle".bytes().map(u32::from)).collect();
    let letter = place_of(&name, &bytes) + number(7).len();
    let with_first = |letter_code: u32| {
        let mut damaged = bytes.clone();
        damaged[letter..letter + 2].copy_from_slice(&number(letter_code));
        error_of(&damaged)
    };
    assert_eq!(with_first(u32::from(b'z')), "no transform 'zwizzle' is registered");
    assert_eq!(with_first(256), "malformed name of a transform");
}

#[test]
fn a_damaged_constraint_is_an_error() {
    let context = context();
    let bytes = write(&Module::parse(&context, PROGRAM).expect("a module"));
    // const 5; coord 0; %0 le %1; the output %2.
    let code = [3, 0, 5, 0, 1, 0, 0, 14, 0, 1, 2];
    let start = place_of(&code, &bytes);
    for (position, damage, expected) in [
        (4, 30, "malformed expression code"),
        (5, 7, "the expression uses coordinate 7, the domain (z : 9, w) has 2"),
        (7, 60, "malformed expression code"),
        (10, 3, "malformed expression code"),
        (10, 1, "malformed expression code"),
    ] {
        let mut damaged = bytes.clone();
        damaged[start + position] = number(damage)[0];
        assert_eq!(error_of(&damaged), expected, "{position}");
    }
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
