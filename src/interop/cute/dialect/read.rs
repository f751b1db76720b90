//! How types are read.
//!
//! ```text
//! type   := '!cute.' name '<' '"' value '"' '>'
//! layout := tree ':' tree                     tile := '[' [mode {';' mode}] ']'
//! tree   := number | '(' [tree {',' tree}] ')'
//! number := integer {'@' integer} | '?' ['{' ['i' integer] ['div=' integer] '}'] | '_'
//! ```

use std::str::FromStr;

use super::{CuteType, DialectError, Fault, Number, Outer, ShapeStride, Tree};
use crate::cute::{DEPTH_LIMIT, Swizzle};
use crate::scan::{Reader, Scan};

impl FromStr for CuteType {
    type Err = DialectError;

    fn from_str(text: &str) -> Result<Self, DialectError> {
        let mut cursor = Cursor { scan: Scan::new(text), depth: 0 };
        let read = cursor.value();
        read.map_err(|fault| DialectError::Text { offset: cursor.scan.offset(), fault })
    }
}

struct Cursor<'a> {
    scan: Scan<'a>,
    depth: usize,
}

type Read<T> = Result<T, Fault>;

impl<'a> Reader<'a> for Cursor<'a> {
    type Error = Fault;

    fn scan(&mut self) -> &mut Scan<'a> {
        &mut self.scan
    }

    fn unexpected(&mut self, expected: &'static str) -> Fault {
        Fault::Expected(expected)
    }

    fn integer(&mut self) -> Read<i64> {
        let value = self.scan.integer(&['-']);
        value.ok_or(Fault::Expected("a number or '('"))?.map_err(|_| Fault::Number)
    }
}

impl Cursor<'_> {
    fn value(&mut self) -> Read<CuteType> {
        self.expect("!cute.", "'!cute.'")?;
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or("");
        let body: fn(&mut Self) -> Read<CuteType> = match name {
            "layout" => |own| own.layout().map(CuteType::Layout),
            "composed_layout" => Self::composed,
            "swizzle" => |own| own.swizzle().map(CuteType::Swizzle),
            "shape" => |own| own.tree().map(CuteType::Shape),
            "stride" => |own| own.tree().map(CuteType::Stride),
            "int_tuple" => |own| own.tree().map(CuteType::IntTuple),
            "coord" => |own| own.tree().map(CuteType::Coord),
            "tile" => Self::tile,
            _ => return Err(Fault::Type { name: name.chars().take(64).collect() }),
        };
        self.scan.pass(name);
        self.expect("<", "'<'")?;
        self.expect("\"", "'\"'")?;
        let value = body(self)?;
        self.expect("\"", "'\"' at the end of the value")?;
        self.expect(">", "'>'")?;
        self.finish()?;
        Ok(value)
    }

    fn layout(&mut self) -> Read<ShapeStride> {
        let shape = self.tree()?;
        self.expect(":", "':' and a stride")?;
        Ok(ShapeStride { shape, stride: self.tree()? })
    }

    fn composed(&mut self) -> Read<CuteType> {
        let outer = match self.rest().starts_with('S') {
            true => Outer::Swizzle(self.swizzle()?),
            false => Outer::Layout(self.layout()?),
        };
        self.expect("o", "'o' and an offset")?;
        let offset = self.tree()?;
        self.expect("o", "'o' and a layout")?;
        Ok(CuteType::Composed(outer, offset, self.layout()?))
    }

    fn swizzle(&mut self) -> Read<Swizzle> {
        self.expect("S", "a swizzle")?;
        self.eat("w");
        self.expect("<", "'<'")?;
        Swizzle::read_numbers(self)
    }

    fn tile(&mut self) -> Read<CuteType> {
        self.expect("[", "'['")?;
        let mut modes = Vec::new();
        while !self.eat("]") {
            if !modes.is_empty() {
                self.expect(";", "';' or ']'")?;
            }
            modes.push(if self.eat("_") { None } else { Some(self.layout()?) });
        }
        Ok(CuteType::Tile(modes))
    }

    fn tree(&mut self) -> Read<Tree> {
        if !self.eat("(") {
            self.rest();
            let offset = self.scan.offset();
            return Ok(Tree::Leaf { number: self.number()?, offset });
        }
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err(Fault::Depth { limit: DEPTH_LIMIT });
        }
        let mut trees = Vec::new();
        while !self.eat(")") {
            if !trees.is_empty() {
                self.expect(",", "',' or ')'")?;
            }
            trees.push(self.tree()?);
        }
        self.depth -= 1;
        Ok(Tree::Tuple(trees))
    }

    fn number(&mut self) -> Read<Number> {
        if self.eat("_") {
            return Ok(Number::All);
        }
        if self.eat("?") {
            return self.dynamic();
        }
        let factor = self.integer()?;
        let mut place = Vec::new();
        while self.eat("@") {
            place.push(self.integer()?);
        }
        Ok(match place.is_empty() {
            true => Number::Static(factor),
            false => Number::Basis { factor, place },
        })
    }

    /// What is known of a number of which the `?` is read.
    fn dynamic(&mut self) -> Read<Number> {
        let (mut bits, mut divisor) = (32, 1);
        if self.eat("{") {
            if self.eat("i") {
                bits = u32::try_from(self.integer()?).map_err(|_| Fault::Number)?;
            }
            if self.eat("div") {
                self.expect("=", "'='")?;
                divisor = self.integer()?;
            }
            self.expect("}", "'}'")?;
        }
        Ok(Number::Dynamic { bits, divisor })
    }
}
