//! MLIR's own walkers and replacers see the maps inside a map, wherever it stands, and see a
//! shared one once.

mod context;

use std::ffi::c_void;

use context::context;
use melior::Context;
use melior::ir::Module;
use melior::ir::attribute::{Attribute, AttributeLike};
use melior::ir::operation::OperationLike;
use mlir_sys::{MlirAttribute, MlirOperation};

unsafe extern "C" {
    /// `cpp/Attributes.cpp`: upstream's `AttrTypeReplacer` over all that an operation holds.
    fn tileirReplaceAttributes(
        operation: MlirOperation,
        replacement: extern "C" fn(MlirAttribute, *mut c_void) -> MlirAttribute,
        user_data: *mut c_void,
    );
}

/// One attribute for another, and how many were asked about.
struct Exchange {
    from: MlirAttribute,
    to: MlirAttribute,
    asked: usize,
}

extern "C" fn exchange(attribute: MlirAttribute, user_data: *mut c_void) -> MlirAttribute {
    // SAFETY: `replace` hands over its own exchange.
    let exchange = unsafe { &mut *user_data.cast::<Exchange>() };
    exchange.asked += 1;
    match attribute.ptr == exchange.from.ptr {
        true => exchange.to,
        false => MlirAttribute { ptr: std::ptr::null() },
    }
}

/// The module with one attribute in the place of another, and how many were looked at.
fn replace(context: &Context, module: &str, from: &str, to: &str) -> (String, usize) {
    let module = Module::parse(context, module).expect("a module");
    let attribute = |text| Attribute::parse(context, text).expect("an attribute").to_raw();
    let mut pair = Exchange { from: attribute(from), to: attribute(to), asked: 0 };
    // SAFETY: the module is alive, and `exchange` gets what it expects.
    unsafe {
        let operation = module.as_operation().to_raw();
        tileirReplaceAttributes(operation, exchange, (&raw mut pair).cast());
    }
    assert!(module.as_operation().verify());
    (module.as_operation().to_string(), pair.asked)
}

const FROM: &str = "#tileir.mixed_radix<(4):(1)>";
const TO: &str = "#tileir.expr<(d0 : 4) -> (3 - d0) to (d0 : 4)>";

#[test]
fn a_map_within_maps_is_seen_in_every_place() {
    let context = context();
    let places = [
        "tileir.require #m [total]",
        "module attributes {tileir.x = [{a = #m}]} {}",
        "func.func private @f(memref<4xf32, #m>)",
        "func.func private @f(!tileir.view<4xf32, #m, zero>)",
        "func.func private @f(tuple<tensor<4xf32, #m>>)",
    ];
    for place in places {
        let program = format!(
            "#i = {FROM}\n\
             #m = #tileir.translate<[0], #tileir.compose<#i, #tileir.compose<#i, #tileir.identity<(d0 : 4)>>> to (d0 : 4)>\n\
             {place}"
        );
        let (replaced, _) = replace(&context, &program, FROM, TO);
        assert!(!replaced.contains("mixed_radix"), "{replaced}");
        assert!(replaced.contains("3 - d0"), "{replaced}");
    }
}

#[test]
fn a_distribution_shows_its_map() {
    let context = context();
    let program = "func.func private @f(tensor<4xf32, \
         #tileir.distribution<#tileir.compose<#tileir.mixed_radix<(4):(1)>, \
         #tileir.expr<(lane : 4) -> (lane) to (d0 : 4)>>>>)";
    let (replaced, _) = replace(&context, program, FROM, TO);
    assert!(replaced.contains("3 - d0"), "{replaced}");
}

#[test]
fn a_shared_map_is_seen_once() {
    let context = context();
    let mut program = format!("#m0 = {FROM}\n");
    for level in 1..=60 {
        program += &format!("#m{level} = #tileir.compose<#m{0}, #m{0}>\n", level - 1);
    }
    program += "tileir.require #m60 [total]";
    let (replaced, asked) = replace(&context, &program, FROM, TO);
    assert!(replaced.contains("m0 = expr<"), "{replaced}");
    // 61 maps, their set and its name, the facts and the operation's dictionaries.
    assert!((61..100).contains(&asked), "{asked} attributes");
}
