//! What `tileir-translate` is asked to do: one [`Task`] of three.
//!
//! | options | task | exit status 0 says |
//! |---|---|---|
//! | `--import-ttgir FILE` | [`Import`](Task::Import) | every conversion of the file is there, and nothing else was wrong |
//! | `--from=S --to=T TEXT` | [`Translate`](Task::Translate) | it can be said, proved |
//! | `--from=S --same-as=T:TEXT TEXT` | [`Compare`](Task::Compare) | both are one, proved of all values of the parameters |
//!
//! What a text leaves open is said once, for both texts of a comparison: but for the `?`, which each
//! has its own of.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Args, Parser, ValueEnum};
use tileir::family::Parameters;
use tileir::interop::meaning::{Context, System, TranslateError};

/// Translates other systems' layouts to TileIR.
///
/// --import-ttgir reads Triton's TTGIR as the compiler printed it, and writes a module with one
/// tileir.repartition for each ttg.convert_layout. Exit status: 0 if every conversion of the file
/// is there and nothing else was wrong with it, 1 if not, 2 if a file cannot be read or written.
///
/// --from and --to say one layout of a system in another's words, proved to say the same. Exit
/// status: 0 if it can be said, 1 if not, with a point that shows it on standard error.
///
/// --from and --same-as say whether two layouts are one. Exit status: 0 if that is proved, of all
/// values of the parameters if there are any, 1 if not.
///
/// Examples:
///   tileir-translate --import-ttgir kernel.ttgir | tileir-opt --tileir-plan
///   tileir-translate --import-ttgir kernel.ttgir --report
///   tileir-translate --from=cute --to=ttg 'SM80_16x8x16_F32F16F16F32_TN:C'
///   tileir-translate --from=mlir --to=cute --shape=4,8 'strided<[16, 2], offset: 3>'
///   tileir-translate --from=cute --same-as='mlir:memref<4x8xf32>' '(4,8):(8,1)'
///   tileir-translate --from=cute --to=mlir --element=f32 --parameter='n : 1..=64' '(4,n):(n,1)'
#[derive(Clone, Debug, Parser)]
#[command(name = "tileir-translate", version, verbatim_doc_comment)]
#[command(group = ArgGroup::new("task").required(true))]
pub struct Options {
    /// Import a module of TTGIR; standard input if it is `-`.
    #[arg(long, value_name = "FILE", group = "task")]
    pub import_ttgir: Option<PathBuf>,
    /// Read a layout of this system: cute, cute-tv, ttg, tilelang, tirx, mlir or tileir.
    #[arg(long, value_name = "SYSTEM", group = "task", requires = "asked")]
    pub from: Option<System>,
    /// Write it in the words of this system.
    #[arg(long, value_name = "SYSTEM", requires = "from", group = "asked")]
    pub to: Option<System>,
    /// Say whether it is this layout of another system, as `mlir:memref<4x8xf32>`.
    #[arg(long, value_name = "SYSTEM:TEXT", requires = "from", group = "asked")]
    pub same_as: Option<Other>,
    /// The parameters that the `?` of the other layout are.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "same_as")]
    pub same_unknowns: Vec<String>,
    /// The layout; standard input if it is `-` or not there.
    #[arg(value_name = "TEXT", requires = "from")]
    pub text: Option<String>,
    /// What the layout's text leaves open.
    #[command(flatten)]
    pub left_open: LeftOpen,
    /// Where the module or the layout goes: a file, or `-` for standard output. Without this, and
    /// without a report, to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say of every conversion what is proved, what moves, and what the cheapest plan costs, and
    /// of every allocation its bytes and bank conflicts; to standard output.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "text")]
    pub report: Option<Format>,
    /// The target that plans are for, as for tileir-plan; otherwise the one nearest to what the
    /// module was compiled for.
    #[arg(long, value_name = "NAME", requires = "report")]
    pub target: Option<String>,
}

/// What a text leaves open, of a layout that is read.
#[derive(Clone, Debug, Args)]
#[group(requires = "from", conflicts_with = "import_ttgir", multiple = true)]
pub struct LeftOpen {
    /// A number that is known at run time only, as `n : 1..=4096 by 8`, which texts may name.
    #[arg(long, value_name = "PARAMETER")]
    pub parameter: Vec<String>,
    /// The parameters that the `?` of the layout are, from left to right.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub unknowns: Vec<String>,
    /// The tile's shape, where no layout says it; extents may be expressions in parameters.
    #[arg(long, value_name = "EXTENTS", value_delimiter = ',')]
    pub shape: Option<Vec<String>>,
    /// The lanes of a warp, of a layout that does not say them; 32 unless told.
    #[arg(long)]
    pub lanes: Option<i64>,
    /// The warps of a block, which the layout must have.
    #[arg(long)]
    pub warps: Option<i64>,
    /// The width in bits of the elements in which a copy of CuTe is counted.
    #[arg(long)]
    pub bits: Option<i64>,
    /// The element type of a memref that is written; without it, the layout alone is.
    #[arg(long, value_name = "TYPE")]
    pub element: Option<String>,
}

/// A layout of another system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Whose text it is.
    pub system: System,
    /// The text.
    pub text: String,
}

impl FromStr for Other {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (system, text) = text.split_once(':').ok_or("a system, ':' and a text")?;
        let system = system.parse().map_err(|error: TranslateError| error.to_string())?;
        Ok(Other { system, text: text.to_owned() })
    }
}

/// What is asked; see the source file's header.
#[derive(Clone, Copy, Debug)]
pub enum Task<'a> {
    /// To import a module of TTGIR.
    Import(&'a Path),
    /// To say a layout in another system's words.
    Translate {
        /// Whose text it is.
        from: System,
        /// Whose words are asked for.
        to: System,
    },
    /// To say whether two layouts are one.
    Compare {
        /// Whose text the first is.
        from: System,
        /// The second.
        other: &'a Other,
    },
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One object, for programs.
    Json,
}

impl LeftOpen {
    /// The context in which the text is read.
    ///
    /// # Errors
    /// A parameter that makes no sense.
    pub fn context(&self) -> Result<Context, String> {
        let LeftOpen { lanes, warps, bits, element, unknowns, .. } = self.clone();
        let all = format!("({})", self.parameter.join(", "));
        let parameters: Parameters = all.parse().map_err(|error| format!("{all}: {error}"))?;
        let number = |extent: &String| extent.trim().parse::<i64>().ok();
        let shape: Option<Vec<i64>> =
            self.shape.as_ref().and_then(|shape| shape.iter().map(number).collect());
        let extents = self.shape.clone().filter(|_| shape.is_none());
        Ok(Context { shape, lanes, warps, bits, element, parameters, unknowns, extents })
    }
}

impl Options {
    /// What is asked; the command line has one of the three, as it was parsed.
    pub fn task(&self) -> Option<Task<'_>> {
        match (&self.import_ttgir, self.from, self.to, &self.same_as) {
            (Some(path), ..) => Some(Task::Import(path)),
            (None, Some(from), Some(to), _) => Some(Task::Translate { from, to }),
            (None, Some(from), None, Some(other)) => Some(Task::Compare { from, other }),
            _ => None,
        }
    }

    /// Where the module goes, if anywhere.
    pub fn module_path(&self) -> Option<PathBuf> {
        match (&self.output, self.report) {
            (Some(path), _) => Some(path.clone()),
            (None, None) => Some(PathBuf::from("-")),
            (None, Some(_)) => None,
        }
    }
}
