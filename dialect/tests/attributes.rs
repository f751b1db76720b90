//! Maps and their attributes are each other's inverse, with sharing kept.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Location;
use melior::ir::attribute::Attribute;
use melior::ir::r#type::Type;
use tileir::LayoutMap;
use tileir::family::Family;
use tileir_dialect::attributes::{
    distribution_attribute, distribution_map, layout_map, map_attribute,
};
use tileir_dialect::family::{family, family_attribute, is_family};
use tileir_dialect::{BoundsPolicy, TileType, ViewType};

fn context() -> Context {
    let registry = DialectRegistry::new();
    tileir_dialect::handle().insert_dialect(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

fn map(text: &str) -> LayoutMap {
    text.parse().expect("a map")
}

#[test]
fn map_attribute_and_layout_map_are_inverse() {
    let context = context();
    let location = Location::unknown(&context);
    let swizzle = map("expr<(i : 4, j : 4) -> (i * 4 + (j xor i)) to (a : 16)>");
    let attribute = map_attribute(location, &swizzle).expect("an attribute");
    assert_eq!(attribute.to_string(), format!("#tileir.{swizzle}"));
    assert_eq!(Attribute::parse(&context, &attribute.to_string()), Some(attribute));
    assert_eq!(layout_map(attribute).expect("a map"), swizzle);
}

#[test]
fn thirty_doublings_stay_thirty_nodes() {
    let context = context();
    let mut doubled = map("identity<(i : 4)>");
    for _ in 0..30 {
        doubled = LayoutMap::compose(doubled.clone(), doubled).expect("a composition");
    }
    let attribute = map_attribute(Location::unknown(&context), &doubled).expect("an attribute");
    let text = attribute.to_string();
    assert!(text.len() < 2_000, "{} bytes", text.len());
    assert_eq!(Attribute::parse(&context, &text), Some(attribute));
}

#[test]
fn layout_map_of_another_attribute_names_it() {
    let context = context();
    let unit = Attribute::unit(&context);
    let error = layout_map(unit).expect_err("no map");
    assert_eq!(error.to_string(), "'unit' is no map");
}

#[test]
fn distribution_and_tile() {
    let context = context();
    let location = Location::unknown(&context);
    let lanes = map("expr<(lane : 4, slot : 2) -> (lane * 2 + slot) to (i : 8)>");
    let distribution = distribution_attribute(location, &lanes).expect("a distribution");
    assert_eq!(distribution_map(distribution).expect("a map"), lanes);
    let tile = TileType::new(location, &[8], Type::float32(&context), &lanes).expect("a tile");
    assert_eq!(tile.shape(), [8]);
    assert_eq!(TileType::from_type(tile.as_type()).map(TileType::shape), Some(vec![8]));
    assert!(TileType::new(location, &[9], Type::float32(&context), &lanes).is_err());
}

#[test]
fn view_type() {
    let context = context();
    let location = Location::unknown(&context);
    let matrix = map("mixed_radix<(4,8):(8,1)>");
    let element = Type::float32(&context);
    let view = ViewType::new(location, &[2, 8], element, &matrix, BoundsPolicy::Zero);
    let view = view.expect("a view");
    assert_eq!(view.shape(), [2, 8]);
    assert_eq!(view.map().expect("a map"), matrix);
    assert_eq!(view.policy(), BoundsPolicy::Zero);
    assert_eq!(view.to_string(), "!tileir.view<2x8xf32, #tileir.mixed_radix<(4,8):(8,1)>, zero>");
    assert!(ViewType::new(location, &[2], element, &matrix, BoundsPolicy::Zero).is_err());
}

#[test]
fn family_attribute_and_family_are_inverse() {
    let context = context();
    let text = "family<(n : 1..=64 by 8, s : -4..=4) (i : n) -> (i * s) to (a)>";
    let expected: Family = text.parse().expect("a family");
    let attribute = family_attribute(Location::unknown(&context), &expected).expect("an attribute");
    assert!(is_family(attribute));
    assert_eq!(attribute.to_string(), format!("#tileir.{expected}"));
    assert_eq!(Attribute::parse(&context, &attribute.to_string()), Some(attribute));
    assert_eq!(family(attribute).expect("a family").to_string(), expected.to_string());
    let error = family(Attribute::unit(&context)).expect_err("no family");
    assert_eq!(error.to_string(), "'unit' is no family of maps");
}
