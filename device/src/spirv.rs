//! What a SPIR-V module asks of a device, read from its global instructions.
//!
//! **The idea.** A module is a header of five words and then instructions, each led by a word
//! `length << 16 | opcode`. Everything a launch depends on is said before the first function:
//! capabilities, entry points, the local size, bindings, types, global variables. One walk over
//! the words collects it, and proves on the way that the lengths tile the module exactly, which
//! is the least that a driver must be able to rely on; functions' bodies are skipped, but they end.
//!
//! **The law.** [`summarize`] accepts no module whose launch would be undefined for a reason
//! visible in its globals: a binding without a set, a resource that isn't a storage buffer, no
//! local size. Workgroup memory is counted without padding, so it is a lower bound: what
//! exceeds the device surely doesn't fit.
//!
//! From SPIR-V 1.4 an entry point lists the global variables it uses, and only those count.
//! Older modules list none of their buffers, so all variables of the module count: keep one
//! kernel a module there.

use std::collections::{HashMap, HashSet};

use super::DeviceError;

const MAGIC: u32 = 0x0723_0203;
const HEADER_WORDS: usize = 5;
const SPIRV_1_4: u32 = 0x0001_0400;
/// The newest version Vulkan 1.3 takes.
const SPIRV_1_6: u32 = 0x0001_0600;

/// The opcodes, execution models and decorations this reader knows, by the specification's
/// numbers.
mod code {
    pub const ENTRY_POINT: u32 = 15;
    pub const EXECUTION_MODE: u32 = 16;
    pub const CAPABILITY: u32 = 17;
    pub const TYPE_BOOL: u32 = 20;
    pub const TYPE_INT: u32 = 21;
    pub const TYPE_FLOAT: u32 = 22;
    pub const TYPE_VECTOR: u32 = 23;
    pub const TYPE_ARRAY: u32 = 28;
    pub const TYPE_STRUCT: u32 = 30;
    pub const TYPE_POINTER: u32 = 32;
    pub const CONSTANT: u32 = 43;
    pub const CONSTANT_COMPOSITE: u32 = 44;
    pub const SPEC_CONSTANT: u32 = 50;
    pub const SPEC_CONSTANT_COMPOSITE: u32 = 51;
    pub const FUNCTION: u32 = 54;
    pub const FUNCTION_END: u32 = 56;
    pub const VARIABLE: u32 = 59;
    pub const DECORATE: u32 = 71;
    pub const EXECUTION_MODE_ID: u32 = 331;

    pub const GL_COMPUTE: u32 = 5;
    pub const LOCAL_SIZE: u32 = 17;
    pub const LOCAL_SIZE_ID: u32 = 38;
    pub const DENORM_PRESERVE: u32 = 4459;
    pub const ROUNDING_MODE_RTZ: u32 = 4463;

    pub const BUILT_IN: u32 = 11;
    pub const WORKGROUP_SIZE: u32 = 25;
    pub const BINDING: u32 = 33;
    pub const DESCRIPTOR_SET: u32 = 34;

    pub const WORKGROUP: u32 = 4;
    pub const STORAGE_BUFFER: u32 = 12;
}

/// What one entry point of a module asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The declared capabilities, by number, in the module's order.
    pub capabilities: Vec<u32>,
    /// The block the kernel was compiled for.
    pub local_size: [u32; 3],
    /// Its execution modes that demand something of floats, each with the floats' width.
    pub float_modes: Vec<(u32, u32)>,
    /// Descriptor set and binding of each storage buffer, sorted.
    pub bindings: Vec<(u32, u32)>,
    /// A lower bound of its workgroup memory.
    pub shared_bytes: u64,
}

/// One instruction: where it starts, its opcode and the words after the first.
struct Instruction<'a> {
    at: usize,
    opcode: u32,
    operands: &'a [u32],
}

impl Instruction<'_> {
    fn operand(&self, index: usize) -> Result<u32, DeviceError> {
        self.operands.get(index).copied().ok_or_else(|| {
            invalid(self.at, format!("opcode {} has no operand {index}", self.opcode))
        })
    }

    fn operands_from(&self, index: usize) -> &[u32] {
        self.operands.get(index..).unwrap_or_default()
    }

    /// The literal string that starts at an operand, and the number of words it takes.
    fn string(&self, index: usize) -> Result<(String, usize), DeviceError> {
        let words = self.operands_from(index);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let end = bytes
            .iter()
            .position(|byte| *byte == 0)
            .ok_or_else(|| invalid(self.at, "a string without an end".into()))?;
        let text = String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).into_owned();
        Ok((text, end / 4 + 1))
    }
}

/// An entry point as declared.
struct EntryPoint {
    function: u32,
    name: String,
    interface: HashSet<u32>,
}

/// The globals of a module, by id.
#[derive(Default)]
struct Globals {
    capabilities: Vec<u32>,
    entries: Vec<EntryPoint>,
    /// Local sizes by function; a size given by ids is resolved at the end.
    sizes: HashMap<u32, [u32; 3]>,
    size_ids: HashMap<u32, [u32; 3]>,
    /// Function, mode and width of each float control.
    float_modes: Vec<(u32, u32, u32)>,
    workgroup_size: Option<u32>,
    sets: HashMap<u32, u32>,
    bindings: HashMap<u32, u32>,
    constants: HashMap<u32, u32>,
    composites: HashMap<u32, Vec<u32>>,
    type_bytes: HashMap<u32, u64>,
    structs: HashSet<u32>,
    pointees: HashMap<u32, u32>,
    /// Id, pointer type and storage class of each global variable.
    variables: Vec<(u32, u32, u32)>,
}

/// Reads what `entry` needs, or says why the words are no module that can be launched.
pub fn summarize(words: &[u32], entry: &str) -> Result<Summary, DeviceError> {
    let version = check_header(words)?;
    let mut globals = Globals::default();
    let mut functions = HashSet::new();
    let mut open = false;
    for_each_instruction(words, |instruction| {
        match instruction.opcode {
            code::FUNCTION if open => {
                return Err(invalid(instruction.at, "a function inside a function".into()));
            }
            code::FUNCTION => {
                functions.insert(instruction.operand(1)?);
                open = true;
            }
            code::FUNCTION_END if open => open = false,
            _ if functions.is_empty() => globals.read(&instruction)?,
            _ if open => {}
            opcode => {
                let why = format!("opcode {opcode} between or after functions");
                return Err(invalid(instruction.at, why));
            }
        }
        Ok(())
    })?;
    if open {
        return Err(invalid(words.len(), "the last function has no end".into()));
    }

    let Some(found) = globals.entries.iter().find(|point| point.name == entry) else {
        return Err(DeviceError::NoEntryPoint {
            entry: entry.into(),
            found: globals.entries.iter().map(|point| point.name.clone()).collect(),
        });
    };
    if !functions.contains(&found.function) {
        return Err(invalid(0, format!("`{entry}` is declared and not defined")));
    }
    let local_size = globals
        .local_size(found.function)
        .ok_or_else(|| invalid(0, format!("`{entry}` has no local size")))?;
    let (bindings, shared_bytes) =
        globals.resources(|id| version < SPIRV_1_4 || found.interface.contains(&id))?;
    let modes = globals.float_modes.iter().filter(|(function, ..)| *function == found.function);
    let float_modes = modes.map(|&(_, mode, width)| (mode, width)).collect();
    let capabilities = globals.capabilities;
    Ok(Summary { capabilities, local_size, float_modes, bindings, shared_bytes })
}

fn check_header(words: &[u32]) -> Result<u32, DeviceError> {
    let &[magic, version, _, bound, _, ..] = words else {
        let why = format!("{} words, the header alone has {HEADER_WORDS}", words.len());
        return Err(invalid(words.len(), why));
    };
    if magic == MAGIC.swap_bytes() {
        return Err(invalid(0, "the byte order is the other one".into()));
    }
    if magic != MAGIC {
        return Err(invalid(0, format!("the magic number is {magic:#010x}, not {MAGIC:#010x}")));
    }
    if version > SPIRV_1_6 {
        return Err(invalid(1, format!("version word {version:#010x} is newer than 1.6")));
    }
    if bound == 0 {
        return Err(invalid(3, "the id bound is 0".into()));
    }
    Ok(version)
}

/// Walks all instructions, functions' bodies included, and checks that they fill the module.
fn for_each_instruction<'a>(
    words: &'a [u32],
    mut visit: impl FnMut(Instruction<'a>) -> Result<(), DeviceError>,
) -> Result<(), DeviceError> {
    let mut at = HEADER_WORDS;
    while let Some(first) = words.get(at) {
        let (length, opcode) = ((first >> 16) as usize, first & 0xffff);
        let operands = at
            .checked_add(length)
            .and_then(|end| words.get(at..end))
            .and_then(|all| all.get(1..))
            .ok_or_else(|| {
                let left = words.len().saturating_sub(at);
                invalid(at, format!("opcode {opcode} of {length} words, {left} words are left"))
            })?;
        visit(Instruction { at, opcode, operands })?;
        at = at.saturating_add(length);
    }
    Ok(())
}

impl Globals {
    fn read(&mut self, instruction: &Instruction<'_>) -> Result<(), DeviceError> {
        let operand = |index| instruction.operand(index);
        match instruction.opcode {
            code::CAPABILITY => self.capabilities.push(operand(0)?),
            code::ENTRY_POINT if operand(0)? == code::GL_COMPUTE => {
                let (name, words) = instruction.string(2)?;
                let interface =
                    instruction.operands_from(2usize.saturating_add(words)).iter().copied();
                let interface = interface.collect();
                self.entries.push(EntryPoint { function: operand(1)?, name, interface });
            }
            code::EXECUTION_MODE if operand(1)? == code::LOCAL_SIZE => {
                self.sizes.insert(operand(0)?, [operand(2)?, operand(3)?, operand(4)?]);
            }
            code::EXECUTION_MODE
                if (code::DENORM_PRESERVE..=code::ROUNDING_MODE_RTZ).contains(&operand(1)?) =>
            {
                self.float_modes.push((operand(0)?, operand(1)?, operand(2)?));
            }
            code::EXECUTION_MODE_ID if operand(1)? == code::LOCAL_SIZE_ID => {
                self.size_ids.insert(operand(0)?, [operand(2)?, operand(3)?, operand(4)?]);
            }
            code::DECORATE => match operand(1)? {
                code::DESCRIPTOR_SET => drop(self.sets.insert(operand(0)?, operand(2)?)),
                code::BINDING => drop(self.bindings.insert(operand(0)?, operand(2)?)),
                code::BUILT_IN if operand(2)? == code::WORKGROUP_SIZE => {
                    self.workgroup_size = Some(operand(0)?);
                }
                _ => {}
            },
            code::CONSTANT | code::SPEC_CONSTANT => {
                self.constants.insert(operand(1)?, operand(2)?);
            }
            code::CONSTANT_COMPOSITE | code::SPEC_CONSTANT_COMPOSITE => {
                self.composites.insert(operand(1)?, instruction.operands_from(2).to_vec());
            }
            code::VARIABLE => self.variables.push((operand(1)?, operand(0)?, operand(2)?)),
            _ => self.read_type(instruction)?,
        }
        Ok(())
    }

    /// Types come before their users, so that each size follows from known ones.
    fn read_type(&mut self, instruction: &Instruction<'_>) -> Result<(), DeviceError> {
        let operand = |index| instruction.operand(index);
        let bytes_of = |id: u32| self.type_bytes.get(&id).copied().unwrap_or(0);
        let bytes = match instruction.opcode {
            code::TYPE_BOOL => 1,
            code::TYPE_INT | code::TYPE_FLOAT => u64::from(operand(1)? / 8),
            code::TYPE_VECTOR => bytes_of(operand(1)?).saturating_mul(u64::from(operand(2)?)),
            code::TYPE_ARRAY => {
                let length = self.constants.get(&operand(2)?).copied().unwrap_or(0);
                bytes_of(operand(1)?).saturating_mul(u64::from(length))
            }
            code::TYPE_STRUCT => {
                self.structs.insert(operand(0)?);
                let members = instruction.operands_from(1).iter();
                members.fold(0, |sum: u64, member| sum.saturating_add(bytes_of(*member)))
            }
            code::TYPE_POINTER => {
                self.pointees.insert(operand(0)?, operand(2)?);
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.type_bytes.insert(operand(0)?, bytes);
        Ok(())
    }

    /// The block of a function: the `WorkgroupSize` constant overrides the execution mode.
    fn local_size(&self, function: u32) -> Option<[u32; 3]> {
        let resolve = |ids: &[u32]| {
            let &[x, y, z] = ids else { return None };
            let constant = |id| self.constants.get(id).copied();
            Some([constant(&x)?, constant(&y)?, constant(&z)?])
        };
        if let Some(id) = self.workgroup_size {
            return resolve(self.composites.get(&id)?);
        }
        let by_id = self.size_ids.get(&function);
        self.sizes.get(&function).copied().or_else(|| resolve(by_id?))
    }

    /// The bindings and the workgroup bytes of the variables that count.
    fn resources(
        &self,
        counts: impl Fn(u32) -> bool,
    ) -> Result<(Vec<(u32, u32)>, u64), DeviceError> {
        let (mut bindings, mut shared) = (Vec::new(), 0u64);
        for (id, pointer, class) in self.variables.iter().filter(|(id, ..)| counts(*id)) {
            let pointee = self.pointees.get(pointer).copied().unwrap_or(0);
            match *class {
                code::WORKGROUP => {
                    let bytes = self.type_bytes.get(&pointee).copied().unwrap_or(0);
                    shared = shared.saturating_add(bytes);
                }
                code::STORAGE_BUFFER if self.structs.contains(&pointee) => {
                    let (Some(set), Some(binding)) = (self.sets.get(id), self.bindings.get(id))
                    else {
                        return Err(invalid(0, format!("storage buffer %{id} has no binding")));
                    };
                    bindings.push((*set, *binding));
                }
                code::STORAGE_BUFFER => {
                    return Err(DeviceError::UnsupportedVariable { class: "array of buffers" });
                }
                0 => return Err(DeviceError::UnsupportedVariable { class: "image or sampler" }),
                2 => return Err(DeviceError::UnsupportedVariable { class: "uniform buffer" }),
                9 => return Err(DeviceError::UnsupportedVariable { class: "push constant" }),
                _ => {}
            }
        }
        bindings.sort_unstable();
        Ok((bindings, shared))
    }
}

fn invalid(word: usize, why: String) -> DeviceError {
    DeviceError::InvalidSpirv { word, why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_kernels::{REVERSE_IN_WORKGROUP, SAXPY, assemble};

    #[test]
    fn summary_of_saxpy() {
        let Some(words) = assemble(SAXPY) else { return };
        let summary = summarize(&words, "saxpy").unwrap();
        assert_eq!(summary.local_size, [64, 1, 1]);
        assert_eq!(summary.bindings, [(0, 0), (0, 1)]);
        assert_eq!(summary.shared_bytes, 0);
        assert_eq!(summary.capabilities, [1]);
    }

    #[test]
    fn summary_counts_workgroup_memory() {
        let Some(words) = assemble(REVERSE_IN_WORKGROUP) else { return };
        assert_eq!(summarize(&words, "reverse").unwrap().shared_bytes, 64 * 4);
    }

    #[test]
    fn missing_entry_names_those_there_are() {
        let Some(words) = assemble(SAXPY) else { return };
        match summarize(&words, "daxpy") {
            Err(DeviceError::NoEntryPoint { entry, found }) => {
                assert_eq!((entry.as_str(), found), ("daxpy", vec!["saxpy".to_string()]));
            }
            other => panic!("{other:?}"),
        }
    }

    /// No cut of a valid module gets through, and no cut panics.
    #[test]
    fn truncated_modules_are_refused() {
        let Some(words) = assemble(SAXPY) else { return };
        for length in 0..words.len() {
            assert!(summarize(&words[..length], "saxpy").is_err(), "{length} words");
        }
        let mut endless = words.clone();
        endless[HEADER_WORDS] &= 0xffff;
        assert!(matches!(
            summarize(&endless, "saxpy"),
            Err(DeviceError::InvalidSpirv { word: HEADER_WORDS, .. })
        ));
    }

    #[test]
    fn header_errors_point_at_their_word() {
        let good = [MAGIC, SPIRV_1_6, 0, 1, 0];
        let word_of = |words: &[u32]| match summarize(words, "k") {
            Err(DeviceError::InvalidSpirv { word, .. }) => Some(word),
            _ => None,
        };
        assert_eq!(word_of(&good), None);
        assert_eq!(word_of(&[]), Some(0));
        assert_eq!(word_of(&good[..4]), Some(4));
        assert_eq!(word_of(&[MAGIC.swap_bytes(), SPIRV_1_6, 0, 1, 0]), Some(0));
        assert_eq!(word_of(&[0xdead_beef, SPIRV_1_6, 0, 1, 0]), Some(0));
        assert_eq!(word_of(&[MAGIC, 0x0001_0700, 0, 1, 0]), Some(1));
        assert_eq!(word_of(&[MAGIC, SPIRV_1_6, 0, 0, 0]), Some(3));
        assert_eq!(word_of(&[MAGIC, SPIRV_1_6, 0, 1, 0, 5 << 16 | 17]), Some(5));
    }
}
