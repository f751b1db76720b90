//! Maps and their attributes are each other's inverse, with sharing kept.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Location;
use melior::ir::attribute::Attribute;
use melior::ir::r#type::Type;
use tileir::LayoutMap;
use tileir::corr::{LayoutCorr, Sense};
use tileir::family::Family;
use tileir::proof::Budget;
use tileir_dialect::attributes::{
    distribution_attribute, distribution_map, layout_map, map_attribute,
};
use tileir_dialect::corr::{corr, corr_attribute, is_corr};
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

#[test]
fn corr_attribute_and_correspondence_are_inverse() {
    let context = context();
    let location = Location::unknown(&context);
    let placed = map("expr<(row : 2, copy : 3) -> (row + 2 * copy) to (slot : 6)>");
    let (rows, copies) =
        ("(row : 2)".parse().expect("a set"), "(copy : 3)".parse().expect("a set"));
    let expected = LayoutCorr::placement(rows, copies, placed).expect("a correspondence");
    let attribute = corr_attribute(location, &expected).expect("an attribute");
    assert!(is_corr(attribute));
    assert_eq!(
        attribute.to_string(),
        "#tileir.corr<#tileir.project<(row : 2, copy : 3) -> (row)>, \
         #tileir.expr<(row : 2, copy : 3) -> (row + 2 * copy) to (slot : 6)>, replicas = [\"copy\"]>"
    );
    assert_eq!(Attribute::parse(&context, &attribute.to_string()), Some(attribute));
    assert_eq!(corr(attribute).expect("a correspondence"), expected);

    // What is simplified for its pairs has lost the copies; for its counts, it counts thrice.
    let constant = map("expr<(row : 2, copy : 3) -> (row) to (slot : 6)>");
    let (rows, copies) =
        ("(row : 2)".parse().expect("a set"), "(copy : 3)".parse().expect("a set"));
    let copied = LayoutCorr::placement(rows, copies, constant).expect("a correspondence");
    let pairs = copied.simplify(Sense::Pairs, &Budget::default()).expect("no copies");
    let attribute = corr_attribute(location, &pairs).expect("an attribute");
    assert_eq!(corr(attribute).expect("a correspondence").replicas(), Vec::<&str>::new());

    let error = corr(Attribute::unit(&context)).expect_err("no correspondence");
    assert_eq!(error.to_string(), "'unit' is no correspondence");
}

/// The algebra on attributes: what is read is composed, divided or turned around, and written.
#[test]
fn what_the_algebra_derives_is_an_attribute_again() {
    let context = context();
    let location = Location::unknown(&context);
    let read = |text: &str| Attribute::parse(&context, text).expect("an attribute");
    let rows = layout_map(read("#tileir.mixed_radix<(20):(2)>")).expect("a map");
    let shape = tileir::cute::Layout::try_from(&rows).expect("a layout");
    let tiler = tileir::cute::Layout::try_from(&map("mixed_radix<(4):(1)>")).expect("a layout");
    let tiled = tileir::cute::logical_divide(&shape, &tiler).expect("tiles");
    let tiled = tiled.into_flat().expect("shape and stride").to_map().expect("a map");
    let attribute = map_attribute(location, &tiled).expect("an attribute");
    assert_eq!(attribute.to_string(), "#tileir.mixed_radix<((4),5):((2),8)>");

    let inner = family(read("#tileir.family<(n : 1..=9) (i : n) -> (n - 1 - i) to (x : n)>"));
    let outer = family(read("#tileir.family<(n : 1..=9, s : 1..=4) (x : n) -> (x * s)>"));
    let both = Family::compose(&outer.expect("a family"), &inner.expect("a family")).expect("one");
    let attribute = family_attribute(location, &both).expect("an attribute");
    assert_eq!(
        attribute.to_string(),
        "#tileir.family<(n : 1..=9, s : 1..=4) (i : n) -> (n - 1 - i) to (x : n) -> (x * s)>"
    );
}
