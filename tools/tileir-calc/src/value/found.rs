//! [`Found`]: an answer of its own form, as lines and as JSON.

use serde_json::Value as Json;

/// What a question comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// For people.
    pub text: String,
    /// For programs, by key.
    pub fields: Vec<(&'static str, Json)>,
}
