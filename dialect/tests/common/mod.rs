//! What the tests of the dialect share.

use melior::Context;
use melior::dialect::DialectRegistry;

/// A context that has the dialect, and whose diagnostics go nowhere.
pub fn context() -> Context {
    let registry = DialectRegistry::new();
    tileir_dialect::handle().insert_dialect(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context.attach_diagnostic_handler(|_| true);
    context
}
