//! `arith` and `math` operations, element by element.

use super::convert::Conversion;
use super::element::Element;
use super::fault::Fault;
use super::float::{self, FloatOp};
use super::format::{ElementType, Format};
use super::int::{self, IntOp};
use super::math::{self, Function};

/// An operation that takes elements to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elementwise {
    /// Integer arithmetic.
    Int(IntOp),
    /// Float arithmetic.
    Float(FloatOp),
    /// `arith.cmpi` with a predicate.
    CompareInts(i64),
    /// `arith.cmpf` with a predicate.
    CompareFloats(i64),
    /// `arith.select`.
    Select,
    /// `arith.negf`.
    Negate,
    /// `math.absf`.
    Absolute,
    /// `math.fma`.
    Fma,
    /// `math.powf`.
    Power,
    /// `math.copysign`.
    CopySign,
    /// A function of one float.
    Function(Function),
    /// A change of type.
    Convert(Conversion),
}

impl Elementwise {
    /// The operation called `name`; `predicate` is its attribute of that name, if it has one.
    pub fn named(name: &str, predicate: Option<i64>) -> Option<Elementwise> {
        let float = |op| Some(Elementwise::Float(op));
        match name {
            "arith.addf" => float(FloatOp::Add),
            "arith.subf" => float(FloatOp::Sub),
            "arith.mulf" => float(FloatOp::Mul),
            "arith.divf" => float(FloatOp::Div),
            "arith.maximumf" => float(FloatOp::Maximum),
            "arith.minimumf" => float(FloatOp::Minimum),
            "arith.maxnumf" => float(FloatOp::MaxNum),
            "arith.minnumf" => float(FloatOp::MinNum),
            "arith.cmpi" => predicate.map(Elementwise::CompareInts),
            "arith.cmpf" => predicate.map(Elementwise::CompareFloats),
            "arith.select" => Some(Elementwise::Select),
            "arith.negf" => Some(Elementwise::Negate),
            "math.absf" => Some(Elementwise::Absolute),
            "math.fma" => Some(Elementwise::Fma),
            "math.powf" => Some(Elementwise::Power),
            "math.copysign" => Some(Elementwise::CopySign),
            _ => IntOp::named(name)
                .map(Elementwise::Int)
                .or_else(|| Conversion::named(name).map(Elementwise::Convert))
                .or_else(|| Function::named(name).map(Elementwise::Function)),
        }
    }

    /// Applies it to elements of the types `from`, for an element of the type `to`.
    ///
    /// # Errors
    /// Operands of another number or kind, or a division by zero.
    pub fn apply(
        self,
        from: &[ElementType],
        to: ElementType,
        operands: &[Element],
    ) -> Result<Element, Fault> {
        let unfit = || Fault::Malformed {
            op: format!("{self:?}"),
            why: format!("it takes other operands than {from:?}"),
        };
        let first = from.first().copied().ok_or_else(unfit)?;
        let format = || -> Result<Format, Fault> { first.format().ok_or_else(unfit) };
        match (self, operands) {
            (Elementwise::Int(op), &[a, b]) => op.apply(first, a, b),
            (Elementwise::CompareInts(predicate), &[a, b]) => {
                int::compare(first, predicate, a, b).ok_or_else(unfit)
            }
            (Elementwise::Float(op), &[a, b]) => {
                let format = format()?;
                Ok(op.apply(format, a.approx(format), b.approx(format)).element())
            }
            (Elementwise::CompareFloats(predicate), &[a, b]) => {
                let format = format()?;
                let (a, b) = (a.approx(format), b.approx(format));
                float::compare(format, predicate, a, b).ok_or_else(unfit)
            }
            (Elementwise::Select, &[condition, yes, no]) => {
                Ok(float::select(to.format(), condition, yes, no))
            }
            (Elementwise::Negate, &[a]) => {
                let format = format()?;
                Ok(float::negate(format, a.approx(format)).element())
            }
            (Elementwise::Absolute, &[a]) => {
                let format = format()?;
                Ok(float::absolute(format, a.approx(format)).element())
            }
            (Elementwise::Fma, &[a, b, c]) => {
                let format = format()?;
                let [a, b, c] = [a, b, c].map(|operand| operand.approx(format));
                Ok(float::fma(format, a, b, c).element())
            }
            (Elementwise::Power, &[a, b]) => {
                let format = format()?;
                Ok(math::power(format, a.approx(format), b.approx(format)).element())
            }
            (Elementwise::CopySign, &[a, sign]) => {
                let format = format()?;
                let (a, sign) = (a.approx(format), sign.approx(format));
                Ok(float::copy_sign(format, a, sign).element())
            }
            (Elementwise::Function(function), &[a]) => {
                let format = format()?;
                Ok(function.apply(format, a.approx(format)).element())
            }
            (Elementwise::Convert(conversion), &[a]) => {
                conversion.apply(first, to, a).ok_or_else(unfit)
            }
            _ => Err(unfit()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F32: ElementType = ElementType::Float(Format::F32);
    const I32: ElementType = ElementType::Int(32);

    fn f(value: f64) -> Element {
        Element::Stored(Format::F32.encode(value))
    }

    fn result(name: &str, operands: &[Element]) -> f64 {
        let op = Elementwise::named(name, Some(4)).expect("an operation");
        let types = vec![F32; operands.len()];
        op.apply(&types, F32, operands).map(|e| e.approx(Format::F32).value).expect("a value")
    }

    #[test]
    fn every_name_is_its_operation() {
        for (name, expected) in [
            ("arith.addf", 5.0),
            ("arith.subf", -1.0),
            ("arith.mulf", 6.0),
            ("arith.divf", 2.0 / 3.0),
            ("arith.maximumf", 3.0),
            ("arith.minimumf", 2.0),
            ("arith.maxnumf", 3.0),
            ("arith.minnumf", 2.0),
            ("math.powf", 8.0),
            ("math.copysign", 2.0),
        ] {
            assert_eq!(result(name, &[f(2.0), f(3.0)]), expected, "{name}");
        }
        assert_eq!(result("math.fma", &[f(2.0), f(3.0), f(4.0)]), 10.0);
        for (name, expected) in [
            ("arith.negf", -2.0),
            ("math.absf", 2.0),
            ("math.exp2", 4.0),
            ("math.log2", 1.0),
            ("math.sqrt", 2f64.sqrt()),
            ("math.exp", 2f64.exp()),
            ("math.cos", 2f64.cos()),
        ] {
            assert_eq!(result(name, &[f(2.0)]), expected, "{name}");
        }
        assert!(Elementwise::named("math.erf", None).is_none());
    }

    #[test]
    fn comparisons_and_selects() {
        let less = Elementwise::named("arith.cmpf", Some(4)).expect("an operation");
        let condition = less.apply(&[F32, F32], ElementType::BOOL, &[f(2.0), f(3.0)]);
        let condition = condition.expect("a truth value");
        let select = Elementwise::named("arith.select", None).expect("an operation");
        let types = [ElementType::BOOL, I32, I32];
        let chosen = select.apply(&types, I32, &[condition, Element::int(7), Element::int(8)]);
        assert_eq!(chosen.map(|e| e.int_bits(None)), Ok((7, true)));
    }

    #[test]
    fn operands_that_do_not_fit() {
        let add = Elementwise::named("arith.addf", None).expect("an operation");
        assert!(add.apply(&[F32], F32, &[f(1.0)]).is_err());
        assert!(add.apply(&[I32, I32], I32, &[Element::int(1), Element::int(2)]).is_err());
    }
}
