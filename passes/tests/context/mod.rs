//! What every test of passes begins with.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::utility::{register_all_dialects, register_all_passes};

/// A context in which every dialect and every pass is registered.
pub fn context() -> Context {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    tileir_dialect::handle().insert_dialect(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    register_all_passes();
    tileir_passes::register_passes();
    context
}
