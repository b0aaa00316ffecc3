//! The tag manager: whether a shop has one, and the layer that asks visitors before it (R-UI-08,
//! docs/contracts/consent.md).
//!
//! **Invariant:** without an id no page contains any of it.

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_model::{
    catalog::Catalog,
    globals::{Globals, SiteGlobals},
    ids::{EntryId, TagId},
    record::{Record, RecordHash},
};

use crate::{
    config::{SiteConfig, TagManager},
    context::ViewContext,
};

/// What a build for visitors says if there is no id (specification, "Errors and logging").
pub const MISSING: &str = "No NUXT_PUBLIC_GTM_ID found in environment file.";

/// Length of the hash in a version.
const HASH: usize = 8;
/// Where the link to the settings leads if the CMS names no page about cookies: to the layer, which is on every page.
const LAYER: &str = "#consent-title";

/// The props of the island `consent`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ConsentProps {
    /// The tag manager's id.
    pub id: String,
    /// The origin of its script.
    pub script_host: String,
    /// What a choice was made about: a choice of another version does not count.
    pub version: String,
    /// How many months a choice counts.
    pub months: u32,
}

/// Whether any language of the shop has a tag manager.
pub fn is_used(config: &SiteConfig, catalog: &Catalog) -> bool {
    let mut locales = catalog.locales().iter();
    locales.any(|(index, _)| id(config, catalog.globals(index).map(Record::value)).is_some())
}

/// The hosts that pages may load from, if the shop has a tag manager.
pub(crate) fn hosts<'c>(config: &'c SiteConfig, catalog: &Catalog) -> Option<&'c TagManager> {
    Some(&config.tag_manager).filter(|_| is_used(config, catalog))
}

/// The configured id, otherwise that of the CMS.
fn id<'a>(config: &'a SiteConfig, globals: Option<&'a Globals>) -> Option<&'a TagId> {
    let of_cms = || globals?.integrations.gtm_id.as_ref();
    let id = config.tag_manager.id.as_ref().or_else(of_cms);
    id.filter(|_| !config.is_preview)
}

/// The props of the layer in the page's language; `None` without an id.
pub(crate) fn props(cx: &ViewContext<'_>) -> Option<ConsentProps> {
    let TagManager {
        script_host,
        report_hosts,
        months,
        version,
        ..
    } = &cx.config.tag_manager;
    let id = id(cx.config, cx.reader.globals(cx.locale))?;
    let asked = RecordHash::of(&(id, script_host, report_hosts)).to_hex();
    Some(ConsentProps {
        id: id.to_string(),
        script_host: script_host.clone(),
        version: format!("{version}.{}", asked.get(..HASH).unwrap_or(&asked)),
        months: *months,
    })
}

/// The page that says which cookies there are; without one, the layer itself.
pub(crate) fn settings_href(cx: &ViewContext<'_>) -> String {
    let page =
        |of: fn(&SiteGlobals) -> &Option<EntryId>| cx.entry_href(of(&cx.reader.globals(cx.locale)?.site).as_ref()?);
    let page = page(|site| &site.cookie_page).or_else(|| page(|site| &site.privacy_page));
    page.unwrap_or_else(|| LAYER.to_owned())
}
