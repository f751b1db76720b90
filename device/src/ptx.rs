//! What a PTX module says of one of its kernels: parameters and the block it insists on.
//!
//! **The idea.** `.entry NAME ( PARAMETERS ) DIRECTIVES {` is all that a launch needs, and it
//! can be read without a PTX parser once comments are blanked out.
//!
//! **The law.** A launch passes an array of pointers to arguments, and the driver reads as many as
//! the kernel has parameters, however many there are: so the count and each type are checked here,
//! where a mistake is an error and not a read past an array.

use super::DeviceError;

/// One kernel's header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The parameters' declarations, spaces normalised.
    pub parameters: Vec<String>,
    /// The exact block that `.reqntid` asks for.
    pub required_block: Option<[u32; 3]>,
}

impl Header {
    /// Checks that the kernel takes exactly `buffers` pointers.
    pub fn check_pointers(&self, buffers: usize) -> Result<(), DeviceError> {
        for (index, declared) in self.parameters.iter().enumerate() {
            let mut words = declared.split_whitespace();
            let pointer = words.any(|word| matches!(word, ".u64" | ".b64" | ".s64"));
            if !pointer || declared.contains('[') {
                return Err(DeviceError::ParameterType { index, declared: declared.clone() });
            }
        }
        let parameters = self.parameters.len();
        if parameters == buffers {
            Ok(())
        } else {
            Err(DeviceError::ParameterCount { parameters, buffers })
        }
    }
}

/// Reads the header of the kernel `entry`.
pub fn header(ptx: &str, entry: &str) -> Result<Header, DeviceError> {
    let text = without_comments(ptx);
    let mut found = Vec::new();
    for after in text.split(".entry").skip(1) {
        let after = after.trim_start();
        let end = after.find(|c: char| c.is_whitespace() || matches!(c, '(' | '{' | ';'));
        let (name, rest) = after.split_at(end.unwrap_or(after.len()));
        if name == entry {
            return Ok(read_header(rest));
        }
        found.push(name.to_owned());
    }
    Err(DeviceError::NoEntryPoint { entry: entry.into(), found })
}

fn read_header(rest: &str) -> Header {
    let before_body = rest.split(['{', ';']).next().unwrap_or_default().trim_start();
    let list = before_body.strip_prefix('(').and_then(|inside| inside.split_once(')'));
    let (parameters, directives) = list.unwrap_or(("", before_body));
    let parameters = parameters
        .split(',')
        .map(|declared| declared.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|declared| !declared.is_empty())
        .collect();
    Header { parameters, required_block: required_block(directives) }
}

/// `.reqntid x[, y[, z]]`; extents left out are 1.
fn required_block(directives: &str) -> Option<[u32; 3]> {
    let (_, after) = directives.split_once(".reqntid")?;
    let numbers = after.split('.').next().unwrap_or_default();
    let mut block = [1; 3];
    for (slot, number) in block.iter_mut().zip(numbers.split(',')) {
        *slot = number.trim().parse().ok()?;
    }
    Some(block)
}

/// The text with each comment replaced by a space.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("//").into_iter().chain(rest.find("/*")).min() {
        let (before, comment) = rest.split_at(at);
        kept.push_str(before);
        kept.push(' ');
        rest = if comment.starts_with("//") {
            comment.find('\n').and_then(|end| comment.get(end..)).unwrap_or_default()
        } else {
            comment.split_once("*/").map(|(_, after)| after).unwrap_or_default()
        };
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "
.version 8.0
.target sm_90a
// .entry ghost(.param .u32 n)
.visible .entry two(
    .param .u64 .ptr .global .align 16 two_param_0, /* the
      source */
    .param .u64 two_param_1
)
.reqntid 128, 2
.minnctapersm 1
{ ret; }
.visible .entry none { ret; }
.visible .entry scalar(.param .f32 scalar_param_0) { ret; }
.visible .entry blob(.param .align 8 .b8 blob_param_0[24]) { ret; }
";

    #[test]
    fn reads_parameters_and_block() {
        let two = header(MODULE, "two").unwrap();
        assert_eq!(two.required_block, Some([128, 2, 1]));
        assert!(two.check_pointers(2).is_ok());
        assert!(matches!(
            two.check_pointers(3),
            Err(DeviceError::ParameterCount { parameters: 2, buffers: 3 })
        ));
        let none = header(MODULE, "none").unwrap();
        assert_eq!(none, Header::default());
        assert!(none.check_pointers(0).is_ok());
    }

    #[test]
    fn refuses_parameters_that_are_no_pointers() {
        for name in ["scalar", "blob"] {
            let error = header(MODULE, name).unwrap().check_pointers(1).unwrap_err();
            assert!(matches!(error, DeviceError::ParameterType { index: 0, .. }), "{error}");
        }
    }

    #[test]
    fn missing_entry_names_those_there_are_and_no_comment() {
        match header(MODULE, "three") {
            Err(DeviceError::NoEntryPoint { found, .. }) => {
                assert_eq!(found, ["two", "none", "scalar", "blob"]);
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn unfinished_text_is_no_panic() {
        for text in
            ["", ".entry", ".entry k", ".entry k(", ".entry k( .param", "/*", "//", ".entry k(,)"]
        {
            let read = header(text, "k");
            assert!(read.is_err() || read.is_ok_and(|h| h.parameters.len() <= 1), "{text}");
        }
    }
}
