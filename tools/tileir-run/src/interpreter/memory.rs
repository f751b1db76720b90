//! Buffers, and accesses to them through views.
//!
//! An access at point `p` of a window goes to the address `map(origin + p)`; a view that is relabelled
//! takes that point to one of the view that it was made of. What lies outside a domain, or outside a
//! window on the way, is not valid, and the view's policy holds: `zero` reads zero and writes nothing;
//! `predicate` reads what the load says and writes nothing; `assume` promised that nobody would ask,
//! so that asking is a fault. What is valid has an address: a map without a value, an address outside
//! the buffer and an element of workgroup memory that was never written are faults, each with the
//! point and the address.
//!
//! Elements that are combined into one place may come in any order. For integers, and for the
//! greatest and the least, that is one result. A sum of floats is that of what was there and of all
//! that was added since, in no order in particular, whatever blocks and operations added it.

use std::collections::{BTreeSet, HashMap};

use std::ops::Range;

use tileir::LayoutMap;
use tileir_dialect::BoundsPolicy;
use tileir_dialect::attributes::ReduceKind;

use super::element::Element;
use super::fault::Fault;
use super::format::ElementType;
use super::reduce::combine;
use super::value::{BufferId, View};

const STORE: &str = "tileir.store";

/// A buffer of one axis.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The type of an element.
    pub element: ElementType,
    /// The elements; `None` where nothing was written yet.
    pub elements: Vec<Option<Element>>,
    /// The map of the first view that wrote here: it gives addresses their coordinates.
    pub written_through: Option<LayoutMap>,
    /// What was added up at an address, of floats, the first being what was there before.
    terms: HashMap<usize, Vec<Element>>,
}

/// All buffers: the kernel's arguments first, then a block's own.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    buffers: Vec<Buffer>,
}

impl Memory {
    /// The buffers.
    pub fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// Adds a buffer with these elements.
    pub fn add(&mut self, element: ElementType, elements: Vec<Option<Element>>) -> BufferId {
        self.buffers.push(Buffer {
            element,
            elements,
            written_through: None,
            terms: HashMap::new(),
        });
        self.buffers.len() - 1
    }

    /// Drops all buffers but the first `kept`.
    pub fn release(&mut self, kept: usize) {
        self.buffers.truncate(kept);
    }

    /// Reads the element at a point of a view's window; where that is not valid, `other` is read, and
    /// zero if there is none.
    ///
    /// # Errors
    /// As the [module](self) says.
    pub fn load(
        &self,
        view: &View,
        point: &[i64],
        other: Option<Element>,
    ) -> Result<Element, Fault> {
        const OP: &str = "tileir.load";
        let (buffer, place) = self.locate(OP, view, point)?;
        let Some((point, place)) = place else {
            return Ok(other.unwrap_or_else(|| zero(buffer.element)));
        };
        let found = buffer.elements.get(place).copied().flatten();
        found.ok_or(Fault::Unwritten { op: OP, point, address: place as i64 })
    }

    /// Writes the element at a point of a view's window; gives its address, if it has one.
    ///
    /// # Errors
    /// As the [module](self) says.
    pub fn store(
        &mut self,
        view: &View,
        point: &[i64],
        element: Element,
    ) -> Result<Option<usize>, Fault> {
        let (_, place) = self.locate(STORE, view, point)?;
        if let Some((_, place)) = place
            && let Some(buffer) = self.buffers.get_mut(view.buffer)
            && let Some(slot) = buffer.elements.get_mut(place)
        {
            *slot = Some(element);
            buffer.terms.remove(&place);
            buffer.written_through.get_or_insert_with(|| view.map.clone());
        }
        Ok(place.map(|(_, place)| place))
    }

    /// Combines elements with those at points of a view's window.
    ///
    /// # Errors
    /// As the [module](self) says.
    pub fn combine(
        &mut self,
        kind: ReduceKind,
        view: &View,
        elements: impl Iterator<Item = (Vec<i64>, Element)>,
    ) -> Result<(), Fault> {
        let mut changed = BTreeSet::new();
        for (point, element) in elements {
            let (buffer, place) = self.locate(STORE, view, &point)?;
            let Some((point, place)) = place else { continue };
            let before = buffer.elements.get(place).copied().flatten();
            let address = place as i64;
            let before = before.ok_or(Fault::Unwritten { op: STORE, point, address })?;
            let Some(buffer) = self.buffers.get_mut(view.buffer) else { continue };
            buffer.written_through.get_or_insert_with(|| view.map.clone());
            if kind == ReduceKind::Add && buffer.element.format().is_some() {
                buffer.terms.entry(place).or_insert_with(|| vec![before]).push(element);
                changed.insert(place);
            } else {
                buffer.terms.remove(&place);
                buffer.elements[place] = combine(kind, buffer.element, &[before, element])?;
            }
        }
        if let Some(buffer) = self.buffers.get_mut(view.buffer) {
            for place in changed {
                let terms = buffer.terms.get(&place).map_or(&[][..], Vec::as_slice);
                buffer.elements[place] = combine(kind, buffer.element, terms)?;
            }
        }
        Ok(())
    }

    /// The buffer of a view, and the point of its map and the address of an access, if it is valid.
    #[allow(clippy::type_complexity)]
    fn locate(
        &self,
        op: &'static str,
        view: &View,
        point: &[i64],
    ) -> Result<(&Buffer, Option<(Vec<i64>, usize)>), Fault> {
        let buffer = self.buffers.get(view.buffer).ok_or_else(|| Fault::Malformed {
            op: op.to_owned(),
            why: "its buffer is not live".to_owned(),
        })?;
        let axes = view.origin.iter().zip(point);
        let sums: Option<Vec<i64>> = axes.map(|(&origin, &x)| origin.checked_add(x)).collect();
        let point = sums.ok_or(Fault::Overflow { op, what: "a coordinate" })?;
        let Some(point) = valid(op, view, point)? else { return Ok((buffer, None)) };
        let address = match view.map.eval(&point) {
            Ok(address) => address.first().copied().unwrap_or_default(),
            Err(error) => return Err(Fault::NoValue { op, point, error }),
        };
        let length = buffer.elements.len();
        match usize::try_from(address).ok().filter(|&place| place < length) {
            Some(place) => Ok((buffer, Some((point, place)))),
            None => Err(Fault::OutsideBuffer { op, point, address, length }),
        }
    }
}

/// The point of a view's map that a point of a view is, if it is valid.
fn valid(op: &'static str, view: &View, point: Vec<i64>) -> Result<Option<Vec<i64>>, Fault> {
    let outside = |point: Vec<i64>, domain: String| match view.policy {
        BoundsPolicy::Zero | BoundsPolicy::Predicate => Ok(None),
        BoundsPolicy::Assume => Err(Fault::OutsideDomain { op, point, domain }),
    };
    let in_window = |(range, x): (&Range<i128>, &i64)| range.contains(&i128::from(*x));
    if !view.windows.iter().zip(&point).all(in_window) {
        let windows = format!("{}, in the windows {:?}", view.domain(), view.windows);
        return outside(point, windows);
    }
    let mut point = point;
    for map in view.relabels.iter().rev() {
        if !map.domain().contains(&point) {
            return outside(point, map.domain().to_string());
        }
        point = match map.eval(&point) {
            Ok(image) => image,
            Err(error) => return Err(Fault::NoValue { op, point, error }),
        };
    }
    match view.map.domain().contains(&point) {
        true => Ok(Some(point)),
        false => outside(point, view.map.domain().to_string()),
    }
}

/// The zero of a type.
pub fn zero(element: ElementType) -> Element {
    match element {
        ElementType::Float(_) => Element::Stored(0),
        _ => Element::int(0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::Format;
    use super::*;

    fn memory(elements: Vec<Option<Element>>) -> Memory {
        let mut memory = Memory::default();
        memory.add(ElementType::Int(32), elements);
        memory
    }

    fn view(map: &str, origin: &[i64], policy: BoundsPolicy) -> View {
        let map: LayoutMap = map.parse().expect("a map");
        let mut view = View::whole(0, map, vec![2, 2], policy);
        view.origin = origin.to_vec();
        view
    }

    const ROWS: &str = "expr<(i : 2, j : 3) -> (i * 3 + j) to (address : 6)>";

    #[test]
    fn accesses_go_through_the_map() {
        let mut memory = memory((0..6).map(|i| Some(Element::int(i))).collect());
        let window = view(ROWS, &[1, 1], BoundsPolicy::Zero);
        assert_eq!(memory.load(&window, &[0, 1], None).map(|e| e.int_bits(None)), Ok((5, true)));
        assert_eq!(memory.load(&window, &[1, 0], None).map(|e| e.int_bits(None)), Ok((0, true)));
        assert!(memory.store(&window, &[0, 0], Element::int(9)).is_ok());
        assert!(memory.store(&window, &[1, 0], Element::int(8)).is_ok());
        let bits = |e: &Option<Element>| e.map(|e| e.int_bits(None).0);
        let found: Vec<_> = memory.buffers()[0].elements.iter().map(bits).collect();
        assert_eq!(found, [0, 1, 2, 3, 9, 5].map(Some));
    }

    #[test]
    fn sums_of_floats_have_no_order() {
        let format = Format::F32;
        let float = |value: f64| Element::Stored(format.encode(value));
        let mut memory = Memory::default();
        memory.add(ElementType::Float(format), vec![Some(float(0.0)); 6]);
        let window = view(ROWS, &[0, 0], BoundsPolicy::Zero);
        // In this order each sum is exact; in others a unit is lost beside 2^24.
        let terms = [16777216.0, -16777216.0, 1.0];
        for term in terms {
            let one = std::iter::once((vec![0, 0], float(term)));
            assert_eq!(memory.combine(ReduceKind::Add, &window, one), Ok(()));
        }
        let sum = memory.buffers()[0].elements[0].expect("a sum").approx(format);
        let device = |order: [usize; 3]| order.iter().fold(0f32, |sum, &k| sum + terms[k] as f32);
        for order in [[0, 1, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0]] {
            assert!((f64::from(device(order)) - sum.value).abs() <= sum.error, "{order:?}");
        }
        assert!(memory.store(&window, &[0, 0], float(3.0)).is_ok());
        let one = std::iter::once((vec![0, 0], float(2.0)));
        assert_eq!(memory.combine(ReduceKind::Add, &window, one), Ok(()));
        let sum = memory.buffers()[0].elements[0].expect("a sum").approx(format);
        assert_eq!((sum.value, sum.error), (5.0, 0.0));
    }

    #[test]
    fn faults_name_point_and_address() {
        let mut memory = memory(vec![Some(Element::int(0)), None]);
        let assumed = view(ROWS, &[1, 2], BoundsPolicy::Assume);
        assert_eq!(
            memory.load(&assumed, &[0, 1], None).unwrap_err().to_string(),
            "'tileir.load' reaches the point [1, 3], outside the view's domain (i : 2, j : 3), \
             and the view promises that there is none"
        );
        assert_eq!(
            memory.store(&assumed, &[0, 0], Element::int(1)).unwrap_err().to_string(),
            "'tileir.store': the point [1, 2] has the address 5, the buffer has 2 elements"
        );
        let here = view(ROWS, &[0, 0], BoundsPolicy::Zero);
        assert_eq!(
            memory.load(&here, &[0, 1], None).unwrap_err(),
            Fault::Unwritten { op: "tileir.load", point: vec![0, 1], address: 1 }
        );
        let broken = "expr<(i : 2, j : 3) -> (i floordiv j) to (address : 6)>";
        let fault =
            memory.load(&view(broken, &[0, 0], BoundsPolicy::Zero), &[1, 0], None).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "'tileir.load': the map has no value at the point [1, 0]: 1 floordiv 0 is undefined"
        );
        let far = view(ROWS, &[i64::MAX, 0], BoundsPolicy::Zero);
        assert_eq!(
            memory.load(&far, &[1, 0], None).unwrap_err(),
            Fault::Overflow { op: "tileir.load", what: "a coordinate" }
        );
    }
}
