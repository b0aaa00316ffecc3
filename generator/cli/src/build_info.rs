//! What this program is: its version, the commit that it was built from, and how.
//!
//! **Invariant:** fixed when the program is compiled. `scripts/release` names the commit in the environment; other builds
//! do not, so that no commit compiles anything again.

/// The version of the program and of all that it carries.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit of a released program.
pub(crate) const COMMIT: Option<&str> = option_env!("VITRINE_COMMIT");

/// The time of that commit (RFC 3339).
pub(crate) const COMMITTED: Option<&str> = option_env!("VITRINE_COMMITTED");

/// The platform that it runs on.
pub(crate) const PLATFORM: (&str, &str) = (std::env::consts::OS, std::env::consts::ARCH);

/// Whether it has the demo's backends.
pub(crate) const HAS_DEMO: bool = cfg!(feature = "demo");

/// How it was compiled.
pub(crate) const PROFILE: &str = if cfg!(debug_assertions) { "debug" } else { "release" };
