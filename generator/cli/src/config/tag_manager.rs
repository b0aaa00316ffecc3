//! Checks `[tag_manager]` and the id in the environment (R-UI-08).
//!
//! **Invariant:** an origin is written into headers only if it is one, with `*.` before it at most.

use vitrine_model::ids::TagId;
use vitrine_site::config::TagManager;

use super::{addresses, file::TagManagerTable, wrong::Wrong};

/// The environment variable of the id, which counts before the file. It has the name that the specification gives it.
pub(super) const ID: &str = "NUXT_PUBLIC_GTM_ID";
/// How long a choice may count: the range of law §10.
const MONTHS: std::ops::RangeInclusive<u32> = 1..=12;
/// Maximum number of origins; every page's header has them.
const HOSTS: usize = 20;

/// The settings, with the defaults for those that are left out.
pub(super) fn checked(table: &TagManagerTable, environment: Option<String>, wrong: &mut Wrong) -> TagManager {
    let defaults = TagManager::default();
    let (key, id) = match environment {
        Some(id) => (ID, Some(id)),
        None => ("tag_manager.id", table.id.clone()),
    };
    let id = id.and_then(|id| {
        wrong.keep(
            key,
            TagId::parse(&id).map_err(|error| format!("cannot be used: {error}")),
        )
    });
    let script_host = table.script_host.clone().unwrap_or(defaults.script_host);
    wrong.keep("tag_manager.script_host", addresses::origin(&script_host));
    let report_hosts = table.report_hosts.clone().unwrap_or(defaults.report_hosts);
    if report_hosts.len() > HOSTS {
        wrong.add(
            "tag_manager.report_hosts",
            format!("names {}: {HOSTS} are the most", report_hosts.len()),
        );
    }
    for host in &report_hosts {
        // A policy may name all hosts below one.
        wrong.keep(
            "tag_manager.report_hosts",
            addresses::origin(&host.replacen("://*.", "://", 1)),
        );
    }
    let months = table.months.unwrap_or(defaults.months);
    if !MONTHS.contains(&months) {
        wrong.add(
            "tag_manager.months",
            format!(
                "cannot be used: it is {months}; use {} to {}",
                MONTHS.start(),
                MONTHS.end()
            ),
        );
    }
    TagManager {
        id,
        script_host,
        report_hosts,
        months,
        version: table.version.unwrap_or(defaults.version),
    }
}
