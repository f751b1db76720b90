//! `tileir-translate`: see the library.
//!
//! Exit status: 0 if everything asked for was translated, 1 if something was not, 2 if a file
//! could not be read or written or the command line is wrong.

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use tileir::interop::meaning::{Context, System, TranslateError};
use tileir_translate::layout::Layout;
use tileir_translate::options::{Format, Options, Other, Task};
use tileir_translate::output;
use tileir_translate::source::Source;
use tileir_translate::ttgir::{Import, Survey};

/// Something was not translated.
const WRONG: u8 = 1;
/// A file could not be read or written, or there is no such target.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let options = Options::parse();
    let outcome = match options.task() {
        Some(Task::Import(path)) => import(path, &options),
        Some(Task::Translate { from, to }) => translate(from, to, &options),
        Some(Task::Compare { from, other }) => compare(from, other, &options),
        None => Err("nothing is asked for".into()),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(WRONG),
        Err(error) => {
            eprintln!("tileir-translate: {error}");
            ExitCode::from(FAILED)
        }
    }
}

/// Imports a module of TTGIR. Whether all of it was.
fn import(path: &Path, options: &Options) -> Result<bool, Box<dyn Error>> {
    let named = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let source = Source::read(path).map_err(|error| named(path, error))?;
    let import = Import::of(&source);
    // What was asked for may be impossible: nothing is written then.
    let survey = match options.report {
        Some(format) => Some((format, Survey::of(&import, options.target.as_deref())?)),
        None => None,
    };
    if let Some(path) = options.module_path() {
        piped(output::write(&path, import.module())).map_err(|error| named(&path, error))?;
    }
    if let Some((format, survey)) = survey {
        let text = match format {
            Format::Text => survey.to_string(),
            Format::Json => format!("{:#}\n", survey.to_json()),
        };
        piped(output::write(&PathBuf::from("-"), &text))?;
    }
    let mut errors = io::stderr().lock();
    for problem in import.problems() {
        writeln!(errors, "{problem}")?;
    }
    Ok(import.is_complete())
}

/// Says a layout in another system's words. Whether it can be said.
fn translate(from: System, to: System, options: &Options) -> Result<bool, Box<dyn Error>> {
    let (text, context) = (text(options)?, options.left_open.context()?);
    match Layout::read(from, &text, &context).and_then(|layout| layout.write(to, &context)) {
        Ok(text) => {
            let path = options.module_path().unwrap_or_else(|| PathBuf::from("-"));
            let written = output::write(&path, &format!("{text}\n"));
            piped(written).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(true)
        }
        Err(error) => refused(&error),
    }
}

/// Says whether two layouts are one. Whether they are.
fn compare(from: System, other: &Other, options: &Options) -> Result<bool, Box<dyn Error>> {
    let (text, context) = (text(options)?, options.left_open.context()?);
    let second = Context { unknowns: options.same_unknowns.clone(), ..context.clone() };
    let both = Layout::read_both([(from, &text, &context), (other.system, &other.text, &second)]);
    match both.and_then(|[own, other]| own.compared(&other)) {
        Ok((proved, verdicts)) => {
            piped(output::write(&PathBuf::from("-"), &format!("{}\n", verdicts.join("\n"))))?;
            Ok(proved)
        }
        Err(error) => refused(&error),
    }
}

/// Says what is in the way, and which option helps.
fn refused(error: &TranslateError) -> Result<bool, Box<dyn Error>> {
    let help = match error {
        TranslateError::NoShape { .. } => "; --shape says it, as --shape=16,8",
        TranslateError::Unknowns { .. } => {
            "; --unknowns names them, those of --same-as --same-unknowns"
        }
        _ => "",
    };
    writeln!(io::stderr().lock(), "error: {error}{help}")?;
    Ok(false)
}

/// The layout's text; a byte-order mark is no part of it.
fn text(options: &Options) -> io::Result<String> {
    let text = match options.text.as_deref() {
        Some(text) if text != "-" => text.to_owned(),
        _ => io::read_to_string(io::stdin().lock())?,
    };
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// Whoever reads standard output may have seen enough.
fn piped(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
