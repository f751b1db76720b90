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
