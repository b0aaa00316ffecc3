//! The structure of `vitrine.toml`.
//!
//! **Invariant:** unknown keys are errors. What only the shop can know is required; everything else has a default, which
//! is never a value of the demo's shop. The commented
//! file explains each key. A table that one crate alone needs is a type of that crate.

use std::{collections::BTreeMap, path::PathBuf};

use serde::Deserialize;
use vitrine_api::{AccountSettings, DeskSettings, Ordering, PaymentRules};
use vitrine_backends::convert::{CollectionKind, FieldNames};
use vitrine_site::config::{RouteSettings, SeoSettings};

use super::limits::{self, FileLimits, Numbers};

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($(#[$attr:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name { $($(#[$attr])* pub $field: $type,)* }
    };
}

table!(/// The whole file.
ConfigFile {
    site: SiteTable,
    locales: Vec<LocaleTable>,
    #[serde(default)]
    account: AccountSettings,
    ordering: Ordering,
    #[serde(default)]
    payment: PaymentRules,
    shopware: ShopwareTable,
    statamic: StatamicTable,
    #[serde(default)]
    content: ContentTable,
    images: ImagesTable,
    #[serde(default)]
    stock: StockTable,
    #[serde(default)]
    stores: StoresTable,
    #[serde(default)]
    routes: RouteSettings,
    #[serde(default)]
    seo: SeoSettings,
    #[serde(default)]
    offers: OffersTable,
    #[serde(default)]
    delivery: Option<DeliveryTable>,
    #[serde(default)]
    build: BuildTable,
    server: ServerTable,
    #[serde(default, deserialize_with = "limits::limits")]
    limits: Numbers,
    #[serde(default, deserialize_with = "limits::timeouts")]
    timeouts: Numbers,
    #[serde(default, deserialize_with = "limits::rates")]
    rates: Numbers,
    #[serde(default)]
    builder: BuilderTable,
    #[serde(default)]
    preview: PreviewTable,
    #[serde(default)]
    desk: DeskSettings,
    #[serde(default)]
    mail: Option<MailTable>,
    #[serde(default)]
    forms: FormsTable,
    #[serde(default)]
    tag_manager: TagManagerTable,
    #[serde(default)]
    legal: LegalTable,
});

impl ConfigFile {
    /// The limits in the file.
    pub(crate) fn limits(&self) -> FileLimits {
        FileLimits::of([
            ("limits", &self.limits),
            ("timeouts", &self.timeouts),
            ("rates", &self.rates),
        ])
    }
}

/// `[legal]`; optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalTable {
    /// The folder with the official notices on the legal guarantee.
    #[serde(default)]
    pub guarantee_notice: Option<PathBuf>,
}

table!(/// `[forms]`.
FormsTable {
    #[serde(default)]
    newsletter: Option<String>,
    #[serde(default)]
    copies: Vec<String>,
    #[serde(default = "keep_days")]
    keep_days: u64,
    #[serde(default)]
    keep_days_of: BTreeMap<String, u64>,
    #[serde(default = "consent_days")]
    consent_days: u64,
});

impl Default for FormsTable {
    fn default() -> Self {
        Self {
            newsletter: None,
            copies: Vec::new(),
            keep_days: keep_days(),
            keep_days_of: BTreeMap::new(),
            consent_days: consent_days(),
        }
    }
}

/// Default of `forms.keep_days`.
fn keep_days() -> u64 {
    30
}

/// Default of `forms.consent_days`: five years.
fn consent_days() -> u64 {
    1_825
}

/// `[tag_manager]`; optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TagManagerTable {
    /// The id; default: that of the CMS.
    pub id: Option<String>,
    /// The origin of the script.
    pub script_host: Option<String>,
    /// Further origins that it sends to.
    pub report_hosts: Option<Vec<String>>,
    /// How many months a choice counts.
    pub months: Option<u32>,
    /// The version of what visitors are asked.
    pub version: Option<u32>,
}

/// `[preview]`; optional.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PreviewTable {
    /// Seconds without a preview after which its process ends.
    pub idle_after: u64,
    /// MiB with which its process ends.
    pub memory_at_most: u64,
}

impl Default for PreviewTable {
    fn default() -> Self {
        Self {
            idle_after: 900,
            memory_at_most: 2_048,
        }
    }
}

/// `[builder]`, seconds.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BuilderTable {
    pub burst: f64,
    pub quiet: f64,
    pub gather: u64,
    pub look: f64,
    pub reconcile: u64,
    pub retry: Vec<u64>,
    pub idle: u64,
    /// MiB.
    pub memory: u64,
    pub alert_after: u64,
    pub alert_mail: Option<String>,
}

impl Default for BuilderTable {
    fn default() -> Self {
        Self {
            burst: 0.1,
            quiet: 0.3,
            gather: 10,
            look: 5.0,
            reconcile: 900,
            retry: vec![5, 30, 120, 600],
            idle: 900,
            memory: 1_024,
            alert_after: 900,
            alert_mail: None,
        }
    }
}

table!(/// `[site]`
SiteTable {
    base_url: String,
    #[serde(default = "title_separator")]
    title_separator: String,
    time_zone: String,
});

/// Default of `site.title_separator`.
fn title_separator() -> String {
    " – ".to_owned()
}

table!(/// `[[locales]]`
LocaleTable {
    code: String,
    iso: String,
    name: String,
    prefix: String,
    content_site: String,
    #[serde(default)]
    commerce_language: Option<String>,
});

table!(/// `[shopware]`
ShopwareTable {
    endpoint: String,
    #[serde(default = "yes")]
    category_pages: bool,
    #[serde(default)]
    old_storefront: BTreeMap<String, String>,
    #[serde(default)]
    fields: FieldNames,
});

/// Default of a switch.
fn yes() -> bool {
    true
}

table!(/// `[statamic]`
StatamicTable {
    endpoint: String,
    #[serde(default = "api_route")]
    api_route: String,
    #[serde(default = "graphql_route")]
    graphql_route: String,
    collections: Vec<String>,
    #[serde(default)]
    navigations: Navigations,
    #[serde(default)]
    taxonomies: Vec<String>,
    #[serde(default)]
    asset_containers: Vec<String>,
    #[serde(default)]
    alt_fields: BTreeMap<String, String>,
    #[serde(default)]
    honeypots: BTreeMap<String, String>,
    #[serde(default)]
    future_private: Vec<String>,
});

/// Default of `statamic.api_route`.
fn api_route() -> String {
    "api".to_owned()
}

/// Default of `statamic.graphql_route`.
fn graphql_route() -> String {
    "graphql".to_owned()
}

/// `statamic.navigations`: handles of the CMS. Places without one show the shop's categories.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Navigations {
    pub main: Option<String>,
    pub top: Option<String>,
    pub footer: Option<String>,
    pub colophon: Option<String>,
}

impl Navigations {
    /// Every place with its handle.
    pub(crate) fn places(&self) -> [(&'static str, Option<&str>); 4] {
        [
            ("main", self.main.as_deref()),
            ("top", self.top.as_deref()),
            ("footer", self.footer.as_deref()),
            ("colophon", self.colophon.as_deref()),
        ]
    }
}

/// `[content]`: the kinds of CMS entries; optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContentTable {
    /// Collections whose kind does not follow from their handle.
    #[serde(default)]
    pub kinds: Vec<CollectionKind>,
}

table!(/// `[images]`
ImagesTable {
    template: Option<String>,
    packshot_template: Option<String>,
    hosts: Vec<String>,
    #[serde(default = "quality")]
    quality: u8,
});

/// Default of `images.quality`.
fn quality() -> u8 {
    78
}

table!(/// `[stock]`
StockTable { limited_at_most: u32, });

impl Default for StockTable {
    fn default() -> Self {
        Self { limited_at_most: 5 }
    }
}

/// `[stores]`: the store locator; optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoresTable {
    /// The gazetteer; default: the project's own.
    pub places: Option<PathBuf>,
    /// The map tiles; default: the outlines of the base map.
    pub tiles: Option<TilesTable>,
}

table!(/// `[stores.tiles]`
TilesTable { template: String, attribution: String, });

/// `[offers]`: delivery and return terms for search engines; optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OffersTable {
    /// Shipping options.
    #[serde(default)]
    pub shipping: Vec<ShippingTable>,
    /// Return policy.
    pub returns: Option<ReturnsTable>,
}

/// `[delivery]`: the calendar of deliveries; without it the shop names no dates.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeliveryTable {
    /// The shop's country.
    pub country: String,
    /// The countries that it delivers to.
    pub countries: Vec<String>,
    /// `15:00`; default: the whole day.
    pub cut_off: Option<String>,
    /// Days of the week on which orders are handled.
    #[serde(default = "working_days")]
    pub handles: Vec<WeekdayName>,
    /// Days of the week on which carriers deliver.
    #[serde(default = "working_days")]
    pub delivers: Vec<WeekdayName>,
    /// Days on which the shop is closed in addition to holidays.
    #[serde(default)]
    pub closed: Vec<String>,
    /// Working days from the arrival of missing pieces to the customer.
    pub after_restock: AfterRestockTable,
    /// The folder of holidays; default: the folder of the texts.
    pub holidays: Option<PathBuf>,
}

table!(/// `delivery.after_restock`
AfterRestockTable { min: u16, max: u16, });

/// A day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WeekdayName {
    /// `monday`
    Monday,
    /// `tuesday`
    Tuesday,
    /// `wednesday`
    Wednesday,
    /// `thursday`
    Thursday,
    /// `friday`
    Friday,
    /// `saturday`
    Saturday,
    /// `sunday`
    Sunday,
}

/// Default of `delivery.handles` and `delivery.delivers`.
fn working_days() -> Vec<WeekdayName> {
    use WeekdayName as W;
    vec![W::Monday, W::Tuesday, W::Wednesday, W::Thursday, W::Friday]
}

table!(/// `[[offers.shipping]]`
ShippingTable { countries: Vec<String>, cost: String, free_from: Option<String>, });

/// `[offers.returns]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReturnsTable {
    /// Countries it applies to.
    pub countries: Vec<String>,
    /// Days after delivery.
    pub days: u16,
    /// Who pays for the return.
    pub paid_by: ReturnPayer,
    /// The ways to return a product.
    #[serde(default)]
    pub methods: Vec<ReturnMethod>,
    /// What it costs to post a product back.
    pub mail_cost: Option<String>,
    /// The heaviest parcel that can be posted, in kg.
    #[serde(default = "parcel_kg")]
    pub parcel_kg: f64,
}

/// The limit of the large carriers.
fn parcel_kg() -> f64 {
    31.5
}

/// `offers.returns.methods`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReturnMethod {
    /// Sent back.
    Mail,
    /// Brought to a shop.
    Store,
}

/// `offers.returns.paid_by`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReturnPayer {
    /// The customer.
    Customer,
    /// The shop.
    Shop,
}

/// `[build]`
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct BuildTable {
    pub dist: PathBuf,
    pub state_dir: PathBuf,
    /// `None`: what the program carries; so are the two below.
    pub templates: Option<PathBuf>,
    pub locales: Option<PathBuf>,
    pub assets: Option<PathBuf>,
    pub keep_releases: usize,
    pub keep_assets_days: u64,
    pub keep_addresses_days: u32,
    pub pull_concurrency: usize,
    pub pull_restart_pauses: Vec<u64>,
    pub accept: Vec<String>,
}

impl Default for BuildTable {
    fn default() -> Self {
        Self {
            dist: "dist".into(),
            state_dir: ".vitrine".into(),
            templates: None,
            locales: None,
            assets: None,
            keep_releases: 5,
            keep_assets_days: 7,
            keep_addresses_days: 365,
            pull_concurrency: 4,
            pull_restart_pauses: vec![2, 10, 30],
            accept: Vec::new(),
        }
    }
}

table!(/// `[server]`
ServerTable {
    #[serde(default = "listen")]
    listen: String,
    hosts: Vec<String>,
    origins: Vec<String>,
    https: bool,
    #[serde(default)]
    trusted_proxies: Vec<String>,
    #[serde(default)]
    metrics: Option<String>,
});

/// Default of `server.listen`.
fn listen() -> String {
    "127.0.0.1:3000".to_owned()
}

/// `mail.tls`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MailTls {
    /// No encryption.
    None,
    /// Upgraded with `STARTTLS`.
    StartTls,
    /// TLS from the start of the connection.
    Tls,
}

table!(/// `[mail]`; optional.
MailTable { host: String, port: u16, tls: MailTls, from: String, shop: String, });
