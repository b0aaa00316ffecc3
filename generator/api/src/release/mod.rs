//! A release, opened so that no path leads out of its folder.
//!
//! **Invariant:** a request uses one release from start to end.

mod duties;
pub(crate) mod families;
pub(crate) mod files;
pub(crate) mod guarded;
pub(crate) mod known_numbers;
pub(crate) mod legal_texts;
pub(crate) mod line_duties;
mod patterns;
pub(crate) mod price_words;
mod published_prices;
mod redirects;
pub(crate) mod search;
mod server_files;

use std::{
    collections::HashMap,
    fs, io, mem,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::OnceLock,
    thread,
    time::SystemTime,
};

use cap_std::{
    ambient_authority,
    fs::{Dir, File},
};
use http::{HeaderValue, StatusCode};
use jiff::Timestamp;
use vitrine_forms::{HandedForm, HandedForms};
use vitrine_model::{
    ids::{LanguageId, ProductId},
    locale::{LocaleIndex, Locales},
    money::Currency,
    price_history::Baseline,
};

use self::{
    duties::{ProductDuties, ReleaseDuties},
    families::{Families, Family, FamilyList},
    files::{
        former::{ASSETS, FormerAssets},
        headers::{self, TagHosts},
        table::{FileTable, Listed, OpenManifest},
    },
    guarded::Guarded,
    legal_texts::{KeptTexts, TextsByLocale},
    patterns::{matches, patterns, rewrites, shop_screens},
    price_words::{AllPriceWords, PriceWords},
    published_prices::PublishedPrices,
    redirects::redirects,
    server_files::{PagesByLocale, Routes, SiteJson, languages, read, read_if_there},
};
pub(crate) use self::{patterns::Rewrite, redirects::Moved};
use crate::{config::ApiConfig, types::item_numbers::ItemNumbers, web::messages::ErrorTexts};

fn is_one_of(pages: [&PagesByLocale; 3], path: &str) -> bool {
    pages.iter().any(|pages| pages.values().any(|page| page == path))
}

type Numbers = HashMap<Box<str>, Box<[ItemNumbers]>>;
type ProductPaths = HashMap<Box<str>, Box<[Option<Box<str>>]>>;

/// An opened release. What was open before is freed on a thread of its own: a shop with 35,000 pages has 100,000 names,
/// and the last to use a release is a request.
pub(crate) struct Release {
    /// Its folder below `dist`.
    pub(crate) target: PathBuf,
    /// Identifies the folder; the id is not reused while the folder is open.
    pub(crate) folder_id: (u64, u64),
    site: Dir,
    /// The folder of files that are not served directly, among them compressed assets.
    pub(crate) server: Dir,
    pub(crate) files: FileTable,
    /// Assets of other releases.
    former: FormerAssets,
    pub(crate) messages: ErrorTexts,
    /// The CMS's forms by their handle.
    forms: HandedForms,
    pub(crate) redirects: HashMap<String, Moved>,
    pub(crate) rewrites: Vec<Rewrite>,
    /// The 404 page of each locale, below `site/`.
    pub(crate) not_found: PagesByLocale,
    /// The 503 page of each locale, below `site/`.
    maintenance: PagesByLocale,
    /// The 500 page of each locale, below `site/`.
    failure: PagesByLocale,
    /// Pages that the API fills and returns, by name, below `site/`.
    answers: HashMap<String, PagesByLocale>,
    /// Screens that need the shop: cart, checkout, account.
    shop_screens: Vec<Vec<String>>,
    /// Screens of the account and of logging in.
    pub(crate) guarded: Guarded,
    /// Patterns of paths that carry a secret, as the links of mails do.
    private: Vec<Vec<String>>,
    /// The `Link` header of every page.
    pub(crate) link: Option<HeaderValue>,
    /// The hosts of its tag manager.
    tag_hosts: Option<TagHosts>,
    /// The content security policy of its pages, if it has a tag manager.
    policy: OnceLock<Option<HeaderValue>>,
    /// Paths of screens by name and locale, with `:name` for a part that is only known at run time.
    routes: Routes,
    products: ProductPaths,
    /// Product and part numbers by product id.
    numbers: Numbers,
    /// Published prices by product id.
    prices: PublishedPrices,
    /// What has to be said of products, by product id.
    duties: ReleaseDuties,
    /// The terms and the information on withdrawal.
    legal: TextsByLocale,
    /// Families and their variants.
    families: Families,
    /// Products by their paths in all locales; built for the first customer with own prices.
    by_path: OnceLock<HashMap<Box<str>, ProductId>>,
    price_words: AllPriceWords,
    currency: Option<Currency>,
    /// Shopware's language of each locale, by code.
    pub(crate) languages: HashMap<String, LanguageId>,
}

impl Release {
    /// Opens the release in a folder below `dist`.
    pub(crate) fn open(dist: &Path, target: PathBuf, locales: &Locales) -> io::Result<Self> {
        let folder_id = folder_id(dist, &target)?;
        let dist = Dir::open_ambient_dir(dist, ambient_authority())?;
        let folder = dist.open_dir(&target)?;
        let manifest = OpenManifest::of(&folder)?;
        let server = folder.open_dir("server")?;
        let site_json: SiteJson = read(&server, "site.json")?;
        let redirects = redirects(read(&server, "redirects.json")?);
        let SiteJson {
            not_found,
            maintenance,
            failure,
            answers,
            ..
        } = &site_json;
        let is_error_page = |path: &str| {
            is_one_of([not_found, maintenance, failure], path)
                || answers.values().flat_map(HashMap::values).any(|page| page == path)
        };
        let files = FileTable::read(manifest, is_error_page, |path| redirects.contains_key(path))?;
        let former = FormerAssets::read(&dist, &target, &files);
        let link = site_json.link.as_deref().map(HeaderValue::from_str).transpose();
        Ok(Self {
            site: folder.open_dir("site")?,
            messages: read(&server, "messages.json")?,
            redirects,
            files,
            former,
            rewrites: rewrites(read(&server, "rewrites.json")?),
            products: products(read(&server, "products.json")?, locales),
            numbers: read_if_there(&server, "numbers.json")?,
            prices: read_if_there(&server, "prices.json")?,
            duties: read_if_there(&server, "duties.json")?,
            legal: read_if_there(&server, "legal.json")?,
            families: Families::of(read_if_there::<FamilyList>(&server, "families.json")?),
            by_path: OnceLock::new(),
            price_words: read_if_there(&server, "price-words.json")?,
            forms: read_if_there(&server, "forms.json")?,
            shop_screens: shop_screens(&site_json.routes),
            private: patterns(site_json.private.iter()),
            guarded: Guarded::of(&site_json.routes, &site_json.layouts),
            not_found: site_json.not_found,
            maintenance: site_json.maintenance,
            failure: site_json.failure,
            answers: site_json.answers,
            routes: site_json.routes,
            link: link.map_err(|error| io::Error::other(format!("server/site.json: link: {error}")))?,
            tag_hosts: site_json.tag_hosts,
            policy: OnceLock::new(),
            currency: site_json.currency,
            languages: languages(site_json.locales),
            server,
            target,
            folder_id,
        })
    }

    /// The content security policy of its pages, if it differs from that of other releases: with a tag manager. Hosts
    /// that cannot be written into a header are not in it.
    pub(crate) fn page_policy(&self, config: &ApiConfig) -> Option<&HeaderValue> {
        let of = |tags: &TagHosts| headers::policy(config, Some(tags)).ok();
        self.policy
            .get_or_init(|| self.tag_hosts.as_ref().and_then(of))
            .as_ref()
    }

    /// Where a login is, in a locale.
    pub(crate) fn login_path(&self, locale: &str) -> Option<&str> {
        self.routes.get("bor.auth.login")?.get(locale).map(String::as_str)
    }

    /// A form of the CMS by its handle.
    pub(crate) fn form(&self, handle: &str) -> Option<&HandedForm> {
        self.forms.get(handle)
    }

    /// Whether it has any form.
    pub(crate) fn has_forms(&self) -> bool {
        !self.forms.is_empty()
    }

    /// Its id, the name of its folder.
    pub(crate) fn id(&self) -> &str {
        self.target
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
    }

    /// A file by its path below `site/`, or an asset of another release.
    pub(crate) fn listed(&self, path: &str) -> Option<(&str, &Listed)> {
        self.files.get(path).or_else(|| self.former.get(path))
    }

    /// Opens a file that is [`Self::listed`].
    pub(crate) fn open_file(&self, path: &str) -> io::Result<File> {
        match self.former.folder(path) {
            Some(folder) if self.files.get(path).is_none() => folder.open(path.strip_prefix(ASSETS).unwrap_or(path)),
            _ => self.site.open(path),
        }
    }

    /// The path of a product's page in a locale.
    pub(crate) fn product_path(&self, id: &str, locale: LocaleIndex) -> Option<&str> {
        self.products.get(id)?.get(usize::from(locale.0))?.as_deref()
    }

    /// The product whose page has this path, with its family.
    pub(crate) fn family_of_path(&self, path: &str) -> Option<Family> {
        let by_path = self.by_path.get_or_init(|| {
            let paths = self.products.iter().flat_map(|(id, paths)| {
                let id = ProductId::parse(id).ok();
                paths
                    .iter()
                    .flatten()
                    .filter_map(move |path| Some((path.clone(), id.clone()?)))
            });
            paths.collect()
        });
        let product = by_path.get(path)?.clone();
        Some(self.families.of_product(product))
    }

    /// How prices are written in a locale; `None` in a release of an older version.
    pub(crate) fn price_words(&self, code: &str) -> Option<&PriceWords> {
        self.price_words.of(code)
    }

    /// Product and part numbers of a product; empty if it is not known.
    pub(crate) fn numbers(&self, id: &str) -> &[ItemNumbers] {
        self.numbers.get(id).map_or(&[], |numbers| numbers)
    }

    /// What a reduced price of a product is measured against (law §2), in minor units of a currency.
    pub(crate) fn baseline(&self, id: &str, currency: &str) -> Baseline {
        self.prices.baseline(id, currency)
    }

    /// What has to be said of a product, if anything; the outer `None` if the release does not know.
    fn duties(&self, id: &str) -> Option<Option<&ProductDuties>> {
        let duties = self.duties.as_ref()?;
        self.products.contains_key(id).then(|| duties.get(id))
    }

    /// The code of the locale with this language of Shopware.
    pub(crate) fn locale_of(&self, language: &LanguageId) -> Option<&str> {
        let mut languages = self.languages.iter();
        languages.find_map(|(code, own)| (own == language).then_some(code.as_str()))
    }

    /// Keeps its legal texts, which are in force from now on. It goes live even if they cannot be kept: its pages have
    /// them.
    pub(crate) fn keep_legal_texts(&self, kept: &KeptTexts, now: SystemTime) {
        let now = Timestamp::try_from(now).unwrap_or_default();
        if let Err(error) = kept.begin(&self.server, &self.legal, now) {
            tracing::error!(%error, "the terms of the release cannot be kept in state.dir for its orders; make room, and start the server again");
        }
    }

    /// The path of a screen in a locale; the id replaces the part that is only known at run time.
    pub(crate) fn screen(&self, name: &str, locale: &str, id: &str) -> Option<String> {
        let pattern = self.routes.get(name)?.get(locale)?;
        let segments = pattern
            .split('/')
            .map(|segment| if segment.starts_with(':') { id } else { segment });
        Some(segments.collect::<Vec<_>>().join("/"))
    }

    /// Whether a decoded path belongs to a screen that needs the shop.
    pub(crate) fn needs_shop(&self, path: &str) -> bool {
        self.shop_screens.iter().any(|pattern| matches(pattern, path))
    }

    /// Whether a path carries a secret, so that no answer to it may be stored.
    pub(crate) fn is_private(&self, path: &str) -> bool {
        // The redirect to the canonical form of the path carries the secret too.
        let tidy = path.trim_end_matches('/');
        let tidy = tidy.strip_suffix(".html").unwrap_or(tidy);
        self.private.iter().any(|pattern| matches(pattern, tidy))
    }

    /// The locale's error page for a status, below `site/`.
    pub(crate) fn failure_page(&self, status: StatusCode, code: &str) -> Option<&str> {
        let pages = match status {
            StatusCode::SERVICE_UNAVAILABLE => &self.maintenance,
            _ => &self.failure,
        };
        pages.get(code).map(String::as_str)
    }

    /// The locale's page that the API fills, below `site/`.
    pub(crate) fn answer_page(&self, name: &str, code: &str) -> Option<&str> {
        self.answers.get(name)?.get(code).map(String::as_str)
    }

    /// Whether a file is an error page, or a page that is useless before the API fills it.
    pub(crate) fn is_error_page(&self, path: &str) -> bool {
        is_one_of([&self.not_found, &self.maintenance, &self.failure], path)
            || self.answers.values().flat_map(HashMap::values).any(|page| page == path)
    }

    /// The currency of an empty cart that is not read from the backend.
    pub(crate) fn currency(release: Option<&Self>) -> Currency {
        release
            .and_then(|release| release.currency)
            .or_else(|| Currency::parse("EUR").ok())
            .unwrap_or_else(|| unreachable!("EUR is a currency"))
    }
}

/// Distinguishes a folder from a later one with the same path.
pub(crate) fn folder_id(dist: &Path, target: &Path) -> io::Result<(u64, u64)> {
    let about = fs::metadata(dist.join(target).join("site"))?;
    Ok((about.dev(), about.ino()))
}

impl Drop for Release {
    fn drop(&mut self) {
        let tables = (
            mem::take(&mut self.files),
            mem::take(&mut self.former),
            mem::take(&mut self.products),
            mem::take(&mut self.numbers),
            mem::take(&mut self.families),
            self.by_path.take(),
        );
        let freed = thread::Builder::new()
            .name("free-release".to_owned())
            .spawn(move || drop(tables));
        if let Err(error) = freed {
            tracing::debug!(%error, "no thread to free a release with: it was freed here");
        }
    }
}

fn products(by_id: HashMap<Box<str>, HashMap<String, Option<Box<str>>>>, locales: &Locales) -> ProductPaths {
    by_id
        .into_iter()
        .map(|(id, mut paths)| {
            let by_locale = locales
                .iter()
                .map(|(_, locale)| paths.remove(locale.code.as_str()).flatten())
                .collect();
            (id, by_locale)
        })
        .collect()
}
