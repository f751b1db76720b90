//! The bodies of the fuzz targets: what must hold of any bytes.
//!
//! `fuzz/` wraps them for libFuzzer; the tests of this crate try them on seeded bytes.

use std::fmt::Display;
use std::str::FromStr;

use crate::ask::{NOTHING, ask};
use crate::choices::Choices;
use crate::families::drawn_from;
use crate::tally::Tally;
use tileir::family::Family;
use tileir::interop::meaning::{Context, System, read, same, write};
use tileir::proof::Budget;
use tileir::{IndexSet, LayoutMap};
use tileir_translate::source::Source;
use tileir_translate::ttgir::Import;

/// Bytes as a text: what is read as a map, a set or a family is printed and read back as the
/// same. Nothing panics.
///
/// # Errors
/// What was printed, and why it is not what was read.
pub fn text(bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    read_back::<LayoutMap>(&text)?;
    read_back::<IndexSet>(&text)?;
    read_back::<Family>(&text)
}

/// Bytes as a file of TTGIR: as many repartitions as conversions, or a problem for each that is
/// missing. Nothing panics.
///
/// # Errors
/// The numbers that do not agree.
pub fn ttgir(bytes: &[u8]) -> Result<(), String> {
    let source = Source::new("fuzz.ttgir", bytes);
    let import = Import::of(&source);
    let (conversions, repartitions) = (import.conversions(), import.repartitions());
    let written = import.module().matches("= tileir.repartition %x").count();
    let problems = import.problems().len();
    if written != repartitions || repartitions + problems < conversions {
        return Err(format!(
            "of {conversions} conversions {repartitions} are said to be there and {written} are, \
             with {problems} problems"
        ));
    }
    let shown: usize = import.problems().iter().map(|problem| problem.to_string().len()).sum();
    if (shown == 0) != import.is_complete() {
        return Err(format!("{problems} problems, and complete is {}", import.is_complete()));
    }
    Ok(())
}

/// Bytes as the layout of a system, which the first byte says, of a tile that the second does: what is
/// written of it is read again as the same. Nothing panics.
///
/// # Errors
/// What was written, and why it is not what was read.
pub fn layout(bytes: &[u8]) -> Result<(), String> {
    let &[system, shape, ref text @ ..] = bytes else { return Ok(()) };
    let system = System::ALL[usize::from(system) % System::ALL.len()];
    let shapes: [&[i64]; 4] = [&[16, 32], &[128], &[8, 3, 5], &[64, 64]];
    let context = match usize::from(shape) % (shapes.len() + 1) {
        0 => Context::default(),
        shape => Context::of_shape(shapes[shape - 1]),
    };
    let Ok(meaning) = read(system, &String::from_utf8_lossy(text), &context) else { return Ok(()) };
    let Ok(written) = write(system, &meaning, &context) else { return Ok(()) };
    let context = Context { shape: Some(meaning.shape().to_vec()), ..context };
    let again = read(system, &written, &context)
        .map_err(|error| format!("'{written}' is not read back: {error}"))?;
    let same = same(&meaning, &again, &Budget::of_points(1 << 12)).map_err(|e| e.to_string())?;
    match same.is_disproved() {
        true => Err(format!("'{written}' is another layout than what was read")),
        false => Ok(()),
    }
}

fn read_back<T>(text: &str) -> Result<(), String>
where
    T: FromStr<Err: Display> + Display + PartialEq,
{
    let Ok(read) = text.parse::<T>() else { return Ok(()) };
    let printed = read.to_string();
    match printed.parse::<T>() {
        Ok(again) if again != read => Err(format!("'{printed}' is read as '{again}'")),
        Ok(again) if again.to_string() != printed => {
            Err(format!("'{printed}' is printed again as '{again}'"))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(format!("'{printed}' is not read back: {error}")),
    }
}

/// Bytes as choices of two expressions over a small box: every verdict without points to look at
/// is right.
///
/// # Errors
/// The smallest case with a wrong verdict.
pub fn expression(bytes: &[u8]) -> Result<(), String> {
    let case = drawn_from(&mut Choices::of_bytes(bytes)).map_err(|error| error.to_string())?;
    let mut tally = Tally::default();
    ask(&case, &[NOTHING], &mut tally);
    tally.smallest.into_iter().next().map_or(Ok(()), |wrong| Err(wrong.what))
}
