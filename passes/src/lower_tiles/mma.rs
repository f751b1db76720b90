//! Products of matrices by an atom: an `nvvm.mma.sync` for each tile of the atom.
//!
//! A warp's slots of A, B and C are the atom's own, tile behind tile ([`tile_by`](tileir::atom::tile_by)):
//!
//! ```text
//! a[m][k][slot]   b[k][n][slot]   c[m][n][slot]
//! c[m][n] += a[m][k] * b[k][n]    for each m and n of the warp, along k
//! ```
//!
//! An instruction takes registers of 32 bits: two `f16` are a vector, what is narrower or has no type in
//! LLVM's instruction (`bf16`, `tf32`, `s8`) goes as the `i32` that it lies in.

use melior::ir::r#type::TypeLike;
use melior::ir::{Attribute, Type, ValueLike};
use tileir::atom::{Atom, Element};
use tileir::distribution::Distribution;

use super::Kernel;
use crate::access::operand;
use crate::builder::{Builder, Outcome, Val, bit_width};
use crate::contract::{Contract, OPERANDS, stays_in_thread};
use crate::error::PassError;
use crate::tile::Tile;

/// Bits of a register.
const REGISTER: usize = 32;

impl<'c> Kernel<'c> {
    /// The slots of the result.
    pub(super) fn by_atom(
        &mut self,
        contract: &Contract<'c>,
        atom: &Atom,
        builder: Builder<'c>,
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let tiles = contract.tiles()?;
        let written = tiles.each_ref().map(|tile| Some(tile.clone()));
        let taken = contract.taken_by(atom, self.threads, &written)?;
        let mut slots = Vec::new();
        for (number, (tile, taken)) in tiles.iter().zip(&taken).enumerate() {
            if !stays_in_thread(tile, taken) {
                let message = format!(
                    "atom '{}' takes {} as #tileir.distribution<{}>, and it is held otherwise; \
                     tileir-insert-repartition moves it",
                    atom.name,
                    OPERANDS[number],
                    taken.map()
                );
                return Err(PassError::at(builder.location(), message));
            }
            let held = self.slots(operand(contract.op, number)?)?;
            slots.push(self.move_slots(held, tile, taken, None, builder)?);
        }
        let [a, b, c] = slots.as_slice() else { return Ok(Vec::new()) };
        let sums = Mma::of(contract, atom, &taken, builder)?.all(a, b, c)?;
        let [_, _, to] = &tiles;
        let by_atom = Tile { distribution: taken[2].clone().into(), ..to.clone() };
        self.move_slots(sums, &by_atom, &to.distribution, None, builder)
    }
}

/// An atom's instruction.
struct Mma<'c> {
    builder: Builder<'c>,
    attributes: Vec<(&'static str, Attribute<'c>)>,
    /// The slots of A, B and C in one instruction.
    slots: [usize; 3],
    /// The atom's tiles of a warp along m, n and k.
    times: [usize; 3],
}

impl<'c> Mma<'c> {
    fn of(
        contract: &Contract<'c>,
        atom: &Atom,
        taken: &[Distribution; 3],
        builder: Builder<'c>,
    ) -> Outcome<'c, Mma<'c>> {
        let wrong = |what: &str| PassError::at(builder.location(), format!("{what} of an atom"));
        let operands = atom.product().ok_or_else(|| wrong("no operands"))?;
        let mut slots = [0; 3];
        for (own, operand) in slots.iter_mut().zip(operands) {
            *own = usize::try_from(operand.slots()).map_err(|_| wrong("too many slots"))?;
        }
        // Slots are `(tile, tile, slot)`.
        let tiles = |of: &Distribution, axis: usize| {
            let extent = of.locals().get(axis).copied();
            extent.and_then(|extent| usize::try_from(extent).ok()).ok_or_else(|| wrong("no tiles"))
        };
        let times = [tiles(&taken[0], 0)?, tiles(&taken[1], 1)?, tiles(&taken[0], 1)?];
        let [a, b, _] = operands;
        let (rows, columns) = (a.tile(), b.tile());
        let (&[m, k], &[_, n]) = (rows.as_slice(), columns.as_slice()) else {
            return Err(wrong("no matrices"));
        };
        let mut attributes = vec![
            ("shape", builder.parse(&format!("#nvvm.shape<m = {m}, n = {n}, k = {k}>"))?),
            ("layoutA", builder.parse("#nvvm.mma_layout<row>")?),
            ("layoutB", builder.parse("#nvvm.mma_layout<col>")?),
        ];
        for (name, operand) in [("multiplicandAPtxType", a), ("multiplicandBPtxType", b)] {
            let word = operand.element.word();
            attributes.push((name, builder.parse(&format!("#nvvm.mma_type<{word}>"))?));
        }
        if a.element == Element::S8 {
            let wraps = builder.parse("#nvvm.mma_int_overflow<wrapped>")?;
            attributes.push(("intOverflowBehavior", wraps));
        }
        let registers = |slots: usize, bits: u32| {
            i32::try_from(slots * bits as usize / REGISTER).map_err(|_| wrong("too many registers"))
        };
        let mut counts = Vec::new();
        for (number, tile) in contract.tiles()?.iter().enumerate() {
            counts.push(registers(slots[number], bit_width(tile.element))?);
        }
        attributes.push(("operandSegmentSizes", builder.i32_array(&counts)));
        Ok(Mma { builder, attributes, slots, times })
    }

    /// The sums of a warp.
    fn all(&self, a: &[Val<'c>], b: &[Val<'c>], c: &[Val<'c>]) -> Outcome<'c, Vec<Val<'c>>> {
        let [m, n, k] = self.times;
        let [of_a, of_b, of_c] = self.slots;
        let packed = |slots: &[Val<'c>], each: usize, as_bits: bool| {
            let tiles = slots.chunks(each).map(|tile| self.registers(tile, as_bits));
            tiles.collect::<Outcome<'c, Vec<_>>>()
        };
        let (a, b) = (packed(a, of_a, true)?, packed(b, of_b, true)?);
        let mut results = Vec::new();
        for (tile, sums) in c.chunks(of_c).enumerate() {
            let (row, column) = (tile / n.max(1), tile % n.max(1));
            debug_assert!(row < m);
            let mut sums = self.registers(sums, false)?;
            for step in 0..k {
                sums = self.instruction(&a[row * k + step], &b[step * n + column], &sums)?;
            }
            for sum in sums {
                results.extend(self.elements(sum)?);
            }
        }
        Ok(results)
    }

    fn instruction(
        &self,
        a: &[Val<'c>],
        b: &[Val<'c>],
        c: &[Val<'c>],
    ) -> Outcome<'c, Vec<Val<'c>>> {
        let builder = self.builder;
        let operands: Vec<Val<'c>> = a.iter().chain(b).chain(c).copied().collect();
        let types: Vec<Type<'c>> = c.iter().map(|sum| sum.r#type()).collect();
        let printed: Vec<String> = types.iter().map(ToString::to_string).collect();
        let all = builder.parse_type(&format!("!llvm.struct<({})>", printed.join(", ")))?;
        let sums = builder.value("nvvm.mma.sync", &operands, &self.attributes, all)?;
        let sum = |(number, &r#type): (usize, &Type<'c>)| {
            let position = builder.i64_array(&[number as i64]);
            builder.value("llvm.extractvalue", &[sums], &[("position", position)], r#type)
        };
        types.iter().enumerate().map(sum).collect()
    }

    /// The registers in which an instruction takes the slots of one of its tiles.
    fn registers(&self, slots: &[Val<'c>], multiplied: bool) -> Outcome<'c, Vec<Val<'c>>> {
        let builder = self.builder;
        let Some(first) = slots.first() else { return Ok(Vec::new()) };
        let element = first.r#type();
        let width = REGISTER / bit_width(element) as usize;
        let stays = element.is_integer() && width == 1 || element.is_f16() || !multiplied;
        let register = |slots: &[Val<'c>]| {
            let whole = match slots {
                [one] => *one,
                _ => {
                    let vector = Type::vector(&[slots.len() as u64], element);
                    builder.value("vector.from_elements", slots, &[], vector)?
                }
            };
            match stays {
                true => Ok(whole),
                false => builder.value("llvm.bitcast", &[whole], &[], builder.int(32)),
            }
        };
        slots.chunks(width).map(register).collect()
    }

    /// The elements of a register of C.
    fn elements(&self, register: Val<'c>) -> Outcome<'c, Vec<Val<'c>>> {
        if !register.r#type().is_vector() {
            return Ok(vec![register]);
        }
        let element = Type::float16(self.builder.context());
        let width = REGISTER / 16;
        let op = self.builder.op("vector.to_elements", &[register], &[], &vec![element; width])?;
        (0..width).map(|number| self.builder.result(op, number)).collect()
    }
}
