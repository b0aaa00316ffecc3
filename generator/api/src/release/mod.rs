//! The live release: the folder that `dist/current` points to, opened so that no path leads out of it.
//!
//! **Invariant:** a request uses one release from start to end; a release that cannot be read never becomes live, the
//! previous one stays.

mod duties;
pub(crate) mod families;
pub(crate) mod files;
pub(crate) mod guarded;
pub(crate) mod known_numbers;
pub(crate) mod line_duties;
pub(crate) mod price_words;
mod published_prices;
pub(crate) mod search;

use std::{
    collections::HashMap,
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
    time::{Duration, Instant},
};

use cap_std::{
    ambient_authority,
    fs::{Dir, File},
};
use http::{HeaderValue, StatusCode};
use serde::{Deserialize, de::DeserializeOwned};
use tokio::{sync::Mutex as Turn, task::spawn_blocking};
use vitrine_forms::{HandedForm, HandedForms};
use vitrine_model::{
    ids::{LanguageId, ProductId},
    locale::{LocaleIndex, Locales},
    money::Currency,
    path::{LocalPath, SitePath},
    price_history::Baseline,
};

use self::{
    duties::{ProductDuties, ReleaseDuties},
    families::{Families, Family, FamilyList},
    files::{
        former::{ASSETS, FormerAssets},
        headers::{self, TagHosts},
        table::{FileTable, Listed},
    },
    guarded::{Guarded, Layouts},
    price_words::{AllPriceWords, PriceWords},
    published_prices::PublishedPrices,
    search::indexes::Searches,
};
use crate::{
    config::ApiConfig, error::NoRelease, shop::languages::Languages, types::item_numbers::ItemNumbers,
    web::messages::ErrorTexts,
};

/// Pause before a release that could not be read is tried again.
const READ_RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The target of a path that has moved or was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Moved {
    /// A path within the site, a fragment with its `#` or nothing, and the status.
    Here(LocalPath, String, u16),
    /// The URL of another site as written by an editor, and the status.
    Away(String, u16),
    /// No target: 410.
    Gone,
}

/// A page whose path has a part that is only known at run time (R-ROUTE-04).
#[derive(Debug)]
pub(crate) struct Rewrite {
    pattern: Vec<String>,
    /// The file below `site/`.
    pub(crate) file: String,
}

impl Rewrite {
    /// Whether a decoded path matches the pattern.
    pub(crate) fn matches(&self, path: &str) -> bool {
        matches(&self.pattern, path)
    }
}

fn matches(pattern: &[String], path: &str) -> bool {
    let mut segments = path.split('/').filter(|s| !s.is_empty());
    pattern
        .iter()
        .all(|wanted| segments.next().is_some_and(|s| wanted.starts_with(':') || wanted == s))
        && segments.next().is_none()
}

fn is_one_of(pages: [&PagesByLocale; 3], path: &str) -> bool {
    pages.iter().any(|pages| pages.values().any(|page| page == path))
}

/// Patterns of the screens that need the shop (R-SESS-03), decoded like request paths.
fn shop_screens(routes: &Routes) -> Vec<Vec<String>> {
    let needs_shop = |name: &str| name == "cart" || name.starts_with("bor.checkout") || name.starts_with("bor.account");
    let needing = routes.iter().filter(|(name, _)| needs_shop(name));
    patterns(needing.flat_map(|(_, paths)| paths.values()))
}

/// Patterns of paths, decoded like request paths.
fn patterns<'p>(written: impl Iterator<Item = &'p String>) -> Vec<Vec<String>> {
    written
        .filter_map(|pattern| SitePath::parse(pattern).ok())
        .map(|pattern| pattern.segments().map(str::to_owned).collect())
        .collect()
}

type Numbers = HashMap<Box<str>, Box<[ItemNumbers]>>;
type ProductPaths = HashMap<Box<str>, Box<[Option<Box<str>>]>>;

/// An opened release.
pub(crate) struct Release {
    target: PathBuf,
    /// Identifies the folder; the id is not reused while the folder is open.
    folder_id: (u64, u64),
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
    /// Families and their variants.
    families: Families,
    /// Products by their paths in all locales; built for the first customer with own prices.
    by_path: OnceLock<HashMap<Box<str>, ProductId>>,
    price_words: AllPriceWords,
    currency: Option<Currency>,
    /// Shopware's language of each locale, by code.
    languages: HashMap<String, LanguageId>,
}

type PagesByLocale = HashMap<String, String>;
type Routes = HashMap<String, HashMap<String, String>>;

#[derive(Deserialize)]
struct SiteJson {
    #[serde(default)]
    routes: Routes,
    #[serde(default)]
    not_found: PagesByLocale,
    #[serde(default)]
    maintenance: PagesByLocale,
    #[serde(default)]
    failure: PagesByLocale,
    #[serde(default)]
    answers: HashMap<String, PagesByLocale>,
    #[serde(default)]
    currency: Option<Currency>,
    #[serde(default)]
    link: Option<String>,
    #[serde(default)]
    tag_hosts: Option<TagHosts>,
    #[serde(default)]
    layouts: Layouts,
    #[serde(default)]
    private: Vec<String>,
    #[serde(default)]
    locales: Vec<LocaleJson>,
}

#[derive(Deserialize)]
struct LocaleJson {
    code: String,
    /// Not in releases of older versions.
    #[serde(default)]
    language: Option<LanguageId>,
}

#[derive(Deserialize)]
struct RedirectJson {
    from: String,
    to: Option<String>,
    status: u16,
}

#[derive(Deserialize)]
struct RewriteJson {
    pattern: String,
    file: String,
}

impl Release {
    fn open(dist: &Path, target: PathBuf, locales: &Locales) -> io::Result<Self> {
        let folder_id = folder_id(dist, &target)?;
        let dist = Dir::open_ambient_dir(dist, ambient_authority())?;
        let folder = dist.open_dir(&target)?;
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
        let files = FileTable::read(&folder, is_error_page, |path| redirects.contains_key(path))?;
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
fn folder_id(dist: &Path, target: &Path) -> io::Result<(u64, u64)> {
    let about = fs::metadata(dist.join(target).join("site"))?;
    Ok((about.dev(), about.ino()))
}

fn read<T: DeserializeOwned>(server: &Dir, name: &str) -> io::Result<T> {
    let said = |error: &dyn std::fmt::Display| io::Error::other(format!("server/{name}: {error}"));
    let text = server.read(name).map_err(|error| said(&error))?;
    serde_json::from_slice(&text).map_err(|error| said(&error))
}

/// As [`read`], for a file that older releases do not have.
fn read_if_there<T: DeserializeOwned + Default>(server: &Dir, name: &str) -> io::Result<T> {
    if server.exists(name) {
        read(server, name)
    } else {
        Ok(T::default())
    }
}

fn languages(locales: Vec<LocaleJson>) -> HashMap<String, LanguageId> {
    let known = locales.into_iter();
    known
        .filter_map(|locale| Some((locale.code, locale.language?)))
        .collect()
}

fn redirects(list: Vec<RedirectJson>) -> HashMap<String, Moved> {
    let mut kept = HashMap::with_capacity(list.len());
    for entry in list {
        let Some((from, moved)) = redirect(&entry) else {
            tracing::warn!(
                from = entry.from,
                "a redirect of the release cannot be used and is left out"
            );
            continue;
        };
        kept.insert(from, moved);
    }
    kept
}

/// A fragment that is valid in a header; otherwise empty.
fn plain(fragment: &str) -> String {
    let is_plain = fragment.bytes().all(|byte| byte.is_ascii_graphic());
    if is_plain { fragment.to_owned() } else { String::new() }
}

fn redirect(entry: &RedirectJson) -> Option<(String, Moved)> {
    let from = LocalPath::parse(&entry.from).ok()?.path().as_str().to_owned();
    let moved = match (entry.status, entry.to.as_deref()) {
        (410, _) => Moved::Gone,
        (status @ (301 | 302 | 307 | 308), Some(to)) if to.starts_with('/') => {
            let (path, fragment) = to.split_at(to.find('#').unwrap_or(to.len()));
            let to = LocalPath::parse(path).ok()?;
            if to.path().as_str() == from {
                return None;
            }
            Moved::Here(to, plain(fragment), status)
        }
        (status @ (301 | 302 | 307 | 308), Some(to)) => {
            let url = url::Url::parse(to)
                .ok()
                .filter(|url| matches!(url.scheme(), "https" | "http"))?;
            Moved::Away(url.into(), status)
        }
        _ => return None,
    };
    Some((from, moved))
}

fn rewrites(list: Vec<RewriteJson>) -> Vec<Rewrite> {
    let mut kept = Vec::with_capacity(list.len());
    for entry in list {
        // Decoded like request paths.
        let Ok(pattern) = SitePath::parse(&entry.pattern) else {
            tracing::warn!(
                pattern = entry.pattern,
                "a rewrite of the release cannot be used and is left out"
            );
            continue;
        };
        kept.push(Rewrite {
            pattern: pattern.segments().map(str::to_owned).collect(),
            file: entry.file,
        });
    }
    kept
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

/// Keeps the live release open.
pub(crate) struct Releases {
    dist: PathBuf,
    current: PathBuf,
    locales: Locales,
    languages: Arc<Languages>,
    live: RwLock<Option<Arc<Release>>>,
    searches: Arc<Searches>,
    opening: Turn<()>,
    failed: Mutex<Option<(PathBuf, Instant)>>,
}

impl Releases {
    pub(crate) fn new(dist: PathBuf, languages: Arc<Languages>) -> Self {
        let locales = languages.locales();
        Self {
            current: dist.join("current"),
            dist,
            searches: Arc::new(Searches::new(&locales)),
            locales,
            languages,
            live: RwLock::new(None),
            opening: Turn::new(()),
            failed: Mutex::new(None),
        }
    }

    /// The live release. Each request reads one symlink to notice a switch.
    pub(crate) async fn live(&self) -> Option<Arc<Release>> {
        let open = self.opened();
        let Ok(target) = fs::read_link(&self.current) else {
            return open;
        };
        if open.as_ref().is_some_and(|release| release.target == target) || self.failed_lately(&target) {
            return open;
        }
        let _turn = self.opening.lock().await;
        let open = self.opened();
        if open.as_ref().is_some_and(|release| release.target == target) || self.failed_lately(&target) {
            return open;
        }
        self.take_over(target).await.or(open)
    }

    /// The name of the live release below `dist`, or why there is none.
    pub(crate) async fn named(&self) -> Result<PathBuf, NoRelease> {
        if let Some(release) = self.live().await {
            return Ok(release.target.clone());
        }
        let path = self.dist.join("current");
        Err(match fs::read_link(&path) {
            Ok(target) => NoRelease::Unreadable { path, target },
            Err(_) if path.exists() => NoRelease::NotALink { path },
            Err(_) => NoRelease::Missing { path },
        })
    }

    async fn take_over(&self, target: PathBuf) -> Option<Arc<Release>> {
        let (dist, locales, wanted) = (self.dist.clone(), self.locales.clone(), target.clone());
        let opened = spawn_blocking(move || Release::open(&dist, wanted, &locales)).await;
        match opened.map_err(io::Error::other).flatten() {
            Ok(release) => {
                tracing::info!(release = %target.display(), "release is live");
                self.languages.learn(&release.languages);
                let release = Arc::new(release);
                match release.server.try_clone() {
                    Ok(server) => self.searches.follow(server, Release::currency(Some(&release))),
                    Err(error) => tracing::error!(%error, "the folder of the search documents cannot be opened"),
                }
                *self.live.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&release));
                Some(release)
            }
            Err(error) => {
                tracing::error!(release = %target.display(), %error, "the release cannot be read; the one before stays");
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some((target, Instant::now()));
                None
            }
        }
    }

    /// The release reopened, if its folder was replaced by another one with the same name; `None` if it is the same
    /// folder.
    pub(crate) async fn written_again(&self, old: &Arc<Release>) -> Option<Arc<Release>> {
        let _turn = self.opening.lock().await;
        if let Some(open) = self.opened().filter(|open| !Arc::ptr_eq(open, old)) {
            return Some(open);
        }
        let target = fs::read_link(&self.current).ok()?;
        let now = folder_id(&self.dist, &target).ok()?;
        if now == old.folder_id || self.failed_lately(&target) {
            return None;
        }
        self.take_over(target).await
    }

    /// The search indexes.
    pub(crate) fn searches(&self) -> &Arc<Searches> {
        &self.searches
    }

    /// The last opened release, without checking whether another one is live.
    pub(crate) fn opened(&self) -> Option<Arc<Release>> {
        self.live.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn failed_lately(&self, target: &Path) -> bool {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed
            .as_ref()
            .is_some_and(|(path, when)| path == target && when.elapsed() < READ_RETRY_PAUSE)
    }
}
