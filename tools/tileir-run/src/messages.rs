//! What MLIR says, kept and printed: errors and warnings at once, remarks when asked for.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use melior::Context;
use melior::diagnostic::{Diagnostic, DiagnosticSeverity};
use melior::ir::Location;

/// Locations nested deeper than this are printed as MLIR does.
const NESTING: usize = 16;

/// A remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The file, line and column.
    pub place: String,
    /// What it says, its notes in brackets.
    pub text: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}

/// The remarks of a context, in order.
#[derive(Clone, Debug, Default)]
pub struct Messages(Arc<Mutex<Vec<Remark>>>);

impl Messages {
    /// Listens to what is said in a context.
    pub fn listen(context: &Context) -> Messages {
        let messages = Messages::default();
        let heard = messages.clone();
        context.attach_diagnostic_handler(move |diagnostic| {
            heard.hear(&diagnostic);
            true
        });
        messages
    }

    /// The remarks so far, which are forgotten here.
    pub fn take(&self) -> Vec<Remark> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn hear(&self, diagnostic: &Diagnostic<'_>) {
        let severity = diagnostic.severity();
        let notes = (0..diagnostic.note_count()).filter_map(|number| diagnostic.note(number).ok());
        if matches!(severity, DiagnosticSeverity::Remark) {
            let notes: Vec<String> = notes.map(|note| format!(" ({note})")).collect();
            let text = format!("{diagnostic}{}", notes.concat());
            let remark = Remark { place: place(diagnostic.location()), text };
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(remark);
            return;
        }
        let word = match severity {
            DiagnosticSeverity::Error => "error",
            _ => "warning",
        };
        eprintln!("{}: {word}: {diagnostic}", place(diagnostic.location()));
        for note in notes {
            eprintln!("{}: note: {note}", place(note.location()));
        }
    }
}

/// A location as compilers print it, `file:line:column`.
pub fn place(location: Location<'_>) -> String {
    let mut inner = location;
    for _ in 0..NESTING {
        inner = if inner.is_file_line_col_range() {
            let file = inner.file_line_col_range_filename();
            let file = file.as_string_ref().as_str().unwrap_or_default().to_owned();
            let line = inner.file_line_col_range_start_line();
            return format!("{file}:{line}:{}", inner.file_line_col_range_start_column());
        } else if inner.is_name() {
            inner.name_child_location()
        } else if inner.is_call_site() {
            inner.call_site_callee()
        } else if inner.is_fused() && inner.fused_num_locations() > 0 {
            inner.fused_location(0)
        } else {
            break;
        };
    }
    location.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileir_dialect::diagnostic::{Diagnostic, Severity};

    #[test]
    fn remarks_are_kept_with_their_notes() {
        let context = Context::new();
        let messages = Messages::listen(&context);
        let here = Location::new(&context, "a.mlir", 3, 7);
        Diagnostic::new(Severity::Remark, here, "total").note(here, "by affine").emit();
        let expected = Remark { place: "a.mlir:3:7".into(), text: "total (by affine)".into() };
        assert_eq!(messages.take(), [expected]);
        assert_eq!(messages.take(), []);
    }

    #[test]
    fn places() {
        let context = Context::new();
        let here = Location::new(&context, "a.mlir", 3, 7);
        assert_eq!(place(Location::name(&context, "x", here)), "a.mlir:3:7");
        assert_eq!(place(Location::call_site(here, Location::unknown(&context))), "a.mlir:3:7");
        assert_eq!(place(Location::unknown(&context)), "loc(unknown)");
    }
}
