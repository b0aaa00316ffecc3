//! The route table: the screens, with their words in each locale and their layout (specification §2, R-ROUTE-01).
//!
//! **Invariant:** code refers to a screen by its name only (R-ROUTE-12); its words come only from
//! `locales/<code>/routes.json`, its layout only from [`Layout::of`].

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use vitrine_model::{
    ids::ProductId,
    locale::{LocaleIndex, Locales},
    path::{PathError, SitePath},
    product::Product,
    record::RecordHash,
    slug::slug,
};

/// Names of the routes, used in code, templates and tests (R-ROUTE-12).
pub mod name {
    /// Content pages of any depth.
    pub const CONTENT: &str = "bor.content";
    /// Further pages of a list on a content page (R-CMS-07).
    pub const CONTENT_LIST: &str = "bor.content.list";
    /// Account home.
    pub const ACCOUNT: &str = "bor.account.index";
    /// Order list.
    pub const ACCOUNT_ORDERS: &str = "bor.account.orders";
    /// One order.
    pub const ACCOUNT_ORDER: &str = "bor.account.order";
    /// Profile.
    pub const ACCOUNT_PROFILE: &str = "bor.account.profile";
    /// Redirects to `RESET_PASSWORD` (R-ROUTE-03).
    pub const ACCOUNT_RECOVER_PASSWORD: &str = "bor.account.recover-password";
    /// Cart.
    pub const CART: &str = "bor.shopping-cart";
    /// Checkout.
    pub const CHECKOUT: &str = "bor.checkout";
    /// Result of an order.
    pub const CHECKOUT_SUCCESS: &str = "bor.checkout.success";
    /// Return from a successful payment.
    pub const CHECKOUT_PAID: &str = "bor.checkout.paid";
    /// Return from a failed payment.
    pub const CHECKOUT_UNPAID: &str = "bor.checkout.unpaid";
    /// Forgot password.
    pub const FORGOT_PASSWORD: &str = "bor.auth.forgot-password";
    /// Login.
    pub const LOGIN: &str = "bor.auth.login";
    /// Register.
    pub const REGISTER: &str = "bor.auth.register";
    /// The target of the registration mail (R-ROUTE-14).
    pub const CONFIRM_REGISTRATION: &str = "bor.auth.confirm-registration";
    /// The path in Shopware's registration mail; redirects to `CONFIRM_REGISTRATION`.
    pub const REGISTRATION_CONFIRM: &str = "bor.auth.registration-confirm";
    /// The target of the newsletter's mail (R-ROUTE-14).
    pub const NEWSLETTER_CONFIRM: &str = "bor.newsletter.confirm";
    /// The page that ends a subscription to the newsletter.
    pub const NEWSLETTER_UNSUBSCRIBE: &str = "bor.newsletter.unsubscribe";
    /// Reset password.
    pub const RESET_PASSWORD: &str = "bor.auth.reset-password";
    /// Withdrawal from a contract (law §4a).
    pub const WITHDRAWAL: &str = "bor.withdrawal";
    /// Product page by its SEO path.
    pub const PRODUCT: &str = "bor.product";
    /// Product page by product id.
    pub const DETAIL: &str = "bor.detail";
    /// Search.
    pub const SEARCH: &str = "bor.search";
    /// The 404 page; it has a file and no route.
    pub const NOT_FOUND: &str = "bor.not-found";
    /// The maintenance page (503), shown for screens that need the backend; it has no route.
    pub const MAINTENANCE: &str = "bor.maintenance";
    /// The server error page (500); it has no route.
    pub const FAILURE: &str = "bor.failure";

    /// The error pages, which have no route.
    pub const ERROR_PAGES: [&str; 3] = [NOT_FOUND, MAINTENANCE, FAILURE];

    /// The second step of a withdrawal without JavaScript; it has no route.
    pub const WITHDRAWAL_REVIEW: &str = "bor.withdrawal.review";
    /// The receipt of a withdrawal without JavaScript; it has no route.
    pub const WITHDRAWAL_RECEIPT: &str = "bor.withdrawal.receipt";

    /// The pages that the API fills and returns, which have no route.
    pub const ANSWERS: [&str; 2] = [WITHDRAWAL_REVIEW, WITHDRAWAL_RECEIPT];

    /// Every route of the table, in order.
    pub const ALL: [&str; 24] = [
        CONTENT,
        CONTENT_LIST,
        ACCOUNT,
        ACCOUNT_ORDERS,
        ACCOUNT_ORDER,
        ACCOUNT_PROFILE,
        ACCOUNT_RECOVER_PASSWORD,
        CART,
        CHECKOUT,
        CHECKOUT_SUCCESS,
        CHECKOUT_PAID,
        CHECKOUT_UNPAID,
        FORGOT_PASSWORD,
        LOGIN,
        REGISTER,
        RESET_PASSWORD,
        WITHDRAWAL,
        CONFIRM_REGISTRATION,
        REGISTRATION_CONFIRM,
        NEWSLETTER_CONFIRM,
        NEWSLETTER_UNSUBSCRIBE,
        PRODUCT,
        DETAIL,
        SEARCH,
    ];
}

/// The layout of a screen (specification §2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// Header, footer and the tabs of the account area.
    Account,
    /// Header, footer and one narrow column, for log-in and related screens.
    Auth,
    /// Header, breadcrumbs and footer.
    Default,
    /// Link to the home page, telephone and legal links: no links that distract from an order.
    Simple,
    /// No header or footer: the template fills the whole body.
    None,
}

impl Layout {
    /// The layout of a route.
    pub fn of(route: &str) -> Self {
        match route {
            name::ACCOUNT | name::ACCOUNT_ORDERS | name::ACCOUNT_PROFILE => Self::Account,
            name::FORGOT_PASSWORD
            | name::LOGIN
            | name::REGISTER
            | name::RESET_PASSWORD
            | name::CONFIRM_REGISTRATION
            | name::NEWSLETTER_CONFIRM
            | name::NEWSLETTER_UNSUBSCRIBE => Self::Auth,
            name::CHECKOUT_SUCCESS
            | name::CHECKOUT_PAID
            | name::CHECKOUT_UNPAID
            | name::MAINTENANCE
            | name::FAILURE
            | name::WITHDRAWAL_REVIEW
            | name::WITHDRAWAL_RECEIPT => Self::Simple,
            name::ACCOUNT_ORDER | name::ACCOUNT_RECOVER_PASSWORD | name::REGISTRATION_CONFIRM => Self::None,
            _ => Self::Default,
        }
    }

    /// The template that a screen with this layout extends, below `templates/`.
    pub fn template(self) -> &'static str {
        match self {
            Self::Account => "layouts/account.html",
            Self::Auth => "layouts/auth.html",
            Self::Default => "layouts/default.html",
            Self::Simple => "layouts/simple.html",
            Self::None => "layouts/base.html",
        }
    }
}

/// Path of a product without SEO URL (shopware-fields.md "Product pages").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WithoutSeoUrl {
    /// `/detail/{id}`
    #[default]
    Detail,
    /// Name and product number below the word for products.
    Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RouteWords {
    path: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Segment {
    /// Matches exactly this word.
    Word(String),
    /// Matches any segment: `{order}`.
    Parameter(String),
    /// Matches any segment made of several parameters: `{product}--{variant}`.
    Parts,
    /// Matches any number of segments: `{slug...}`.
    Rest,
}

/// The file of a screen whose path has a runtime parameter: one file for all of its paths (R-ROUTE-04).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shell {
    /// Pattern for static hosts and `server/rewrites.json`, percent-encoded: `/en/checkout/order/:id/paid`.
    pub pattern: String,
    /// File below `site/`: `en/checkout/order/_id/paid.html`. Paths of content cannot have a segment that starts with
    /// an underscore.
    pub file: String,
    /// The path at which a static host serves the file.
    served: String,
}

impl Shell {
    /// A file that is served at paths other than those of its own screen.
    pub(crate) fn at(pattern: String, file: String, served: String) -> Self {
        Self { pattern, file, served }
    }

    /// Whether the path is that of the screen itself.
    pub(crate) fn is_own(&self) -> bool {
        self.served == served(&self.pattern)
    }

    /// The path at which a static host serves the file, percent-encoded: `/en/checkout/order/_id/paid`.
    pub fn href(&self) -> String {
        self.served.clone()
    }
}

/// One route in one locale.
#[derive(Clone, Debug)]
pub struct Route {
    /// `bor.shopping-cart`
    pub name: &'static str,
    /// Including the locale's prefix: `/en/checkout/order/{id}`.
    pub pattern: String,
    /// Its layout.
    pub layout: Layout,
    segments: Vec<Segment>,
    path: Option<SitePath>,
    shell: Option<Shell>,
}

impl Route {
    fn read(name: &'static str, prefix: &str, words: &RouteWords, file: &str) -> Result<Self, RouteError> {
        let refuse = |reason: String| RouteError::Path {
            file: file.to_owned(),
            name,
            path: words.path.clone(),
            reason,
        };
        let segments: Vec<Segment> = format!("{prefix}{}", words.path)
            .split('/')
            .filter(|s| !s.is_empty())
            .map(segment)
            .collect();
        if !words.path.starts_with('/') {
            return Err(refuse("it must begin with a slash".to_owned()));
        }
        let plain: String = segments
            .iter()
            .map(|s| match s {
                Segment::Word(word) => format!("/{word}"),
                Segment::Parameter(_) | Segment::Parts | Segment::Rest => "/x".to_owned(),
            })
            .collect();
        let parsed = SitePath::parse(&plain).map_err(|e| refuse(e.reason.to_owned()))?;
        let segments: Vec<Segment> = segments
            .into_iter()
            .zip(parsed.segments())
            .map(|(s, normal)| match s {
                Segment::Word(_) => Segment::Word(normal.to_owned()),
                other => other,
            })
            .collect();
        let plain = segments.iter().all(|s| matches!(s, Segment::Word(_)));
        Ok(Self {
            name,
            pattern: format!("{prefix}{}", words.path),
            layout: Layout::of(name),
            shell: if plain { None } else { shell(&segments).map_err(refuse)? },
            segments,
            path: plain.then_some(parsed),
        })
    }

    /// The shell, if the path has a runtime parameter.
    pub fn shell(&self) -> Option<&Shell> {
        self.shell.as_ref()
    }

    /// The path, if it has no parameter.
    pub fn path(&self) -> Option<&SitePath> {
        self.path.as_ref()
    }

    /// The path with every parameter segment replaced by `value`.
    fn with(&self, value: &str) -> Result<SitePath, PathError> {
        let text: String = self
            .segments
            .iter()
            .flat_map(|s| match s {
                Segment::Word(word) => ["/", word],
                Segment::Parameter(_) | Segment::Parts | Segment::Rest => ["/", value],
            })
            .collect();
        SitePath::parse(&text)
    }

    fn matches(&self, path: &SitePath) -> bool {
        let mut found = path.segments();
        for segment in &self.segments {
            match (segment, found.next()) {
                (Segment::Rest, _) => return true,
                (Segment::Parameter(_) | Segment::Parts, Some(_)) => {}
                (Segment::Word(word), Some(text)) if word == text => {}
                _ => return false,
            }
        }
        found.next().is_none()
    }
}

fn segment(text: &str) -> Segment {
    let parameter = text.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
    match parameter {
        Some(name) if name.ends_with("...") => Segment::Rest,
        Some(name) if !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()) => {
            Segment::Parameter(name.to_owned())
        }
        _ if text.contains('{') => Segment::Parts,
        _ => Segment::Word(text.to_owned()),
    }
}

/// The path of a shell's file; words contain no colon.
fn served(pattern: &str) -> String {
    pattern.replace("/:", "/_")
}

/// The shell of a route whose parameters are all whole segments; otherwise `None`.
fn shell(segments: &[Segment]) -> Result<Option<Shell>, String> {
    let (mut pattern, mut file) = (String::new(), String::new());
    for segment in segments {
        let (in_pattern, in_file) = match segment {
            Segment::Word(word) => {
                // Parsed after another segment, because some words are only reserved as first segment.
                let path =
                    SitePath::parse(&format!("/x/{}", word.replace('%', "%25"))).map_err(|e| e.reason.to_owned())?;
                if path.reads_as_pattern() {
                    return Err("static hosts read * and : in it as a pattern".to_owned());
                }
                let href = path.href();
                (href.strip_prefix("/x").unwrap_or(&href).to_owned(), word.clone())
            }
            Segment::Parameter(name) => (format!("/:{name}"), format!("_{name}")),
            Segment::Parts | Segment::Rest => return Ok(None),
        };
        pattern.push_str(&in_pattern);
        if !file.is_empty() {
            file.push('/');
        }
        file.push_str(&in_file);
    }
    let served = served(&pattern);
    Ok(Some(Shell::at(pattern, format!("{file}.html"), served)))
}

/// Why a route file is invalid.
#[derive(Debug, thiserror::Error)]
pub enum RouteError {
    /// The file is not JSON of the expected shape.
    #[error("{file} could not be read as a route table: {message}; it is an object of name to {{\"path\"}}")]
    Shape {
        /// The file.
        file: String,
        /// What is wrong.
        message: String,
    },
    /// A route is missing.
    #[error(
        "{file} has no route {name:?}: every locale names every screen (R-ROUTE-01), copy the line from another locale and translate its words"
    )]
    Missing {
        /// The file.
        file: String,
        /// The route.
        name: &'static str,
    },
    /// An unknown route name.
    #[error("{file} names a route {name:?} that no screen has: remove it or mend its name")]
    Unknown {
        /// The file.
        file: String,
        /// The name.
        name: String,
    },
    /// An invalid path.
    #[error("{file}: the path {path:?} of {name} cannot be used: {reason}")]
    Path {
        /// The file.
        file: String,
        /// The route.
        name: &'static str,
        /// The path.
        path: String,
        /// Why.
        reason: String,
    },
}

/// The routes of every locale.
#[derive(Clone, Debug)]
pub struct Routes {
    by_locale: Vec<Vec<Route>>,
    homes: Vec<SitePath>,
}

impl Routes {
    /// Parses `routes.json` of every locale; `text` returns the file for a locale code.
    pub fn read(locales: &Locales, text: impl Fn(&str) -> String) -> Result<Self, RouteError> {
        let mut by_locale = Vec::new();
        for (_, locale) in locales.iter() {
            let code = locale.code.as_str();
            by_locale.push(read_locale(
                &format!("locales/{code}/routes.json"),
                &locale.prefix,
                &text(code),
            )?);
        }
        let home = |prefix: &str| SitePath::parse(&format!("{prefix}/")).unwrap_or_else(|_| SitePath::root());
        Ok(Self {
            by_locale,
            homes: locales.iter().map(|(_, l)| home(&l.prefix)).collect(),
        })
    }

    /// The hash of all words of paths.
    pub(crate) fn hash(&self) -> RecordHash {
        let routes = self.by_locale.iter();
        let patterns = routes.map(|routes| {
            routes
                .iter()
                .map(|route| (route.name, &route.pattern))
                .collect::<Vec<_>>()
        });
        RecordHash::of(&(patterns.collect::<Vec<_>>(), &self.homes))
    }

    /// The routes of a locale, in the order of [`name::ALL`].
    pub fn of(&self, locale: LocaleIndex) -> &[Route] {
        self.by_locale.get(usize::from(locale.0)).map_or(&[], Vec::as_slice)
    }

    /// A route by name.
    pub fn get(&self, name: &str, locale: LocaleIndex) -> Option<&Route> {
        self.of(locale).iter().find(|r| r.name == name)
    }

    /// The path of a screen without parameters.
    pub fn path(&self, name: &str, locale: LocaleIndex) -> Option<&SitePath> {
        self.get(name, locale)?.path()
    }

    /// The home page of a locale: `/`, `/en`.
    pub fn home(&self, locale: LocaleIndex) -> SitePath {
        let home = self.homes.get(usize::from(locale.0));
        home.cloned().unwrap_or_else(SitePath::root)
    }

    /// The screen that a path belongs to, so that content cannot use it (R-ROUTE-07). Content and products share their
    /// paths and are covered by the collision check.
    pub fn reserved(&self, path: &SitePath) -> Option<(LocaleIndex, &Route)> {
        self.by_locale.iter().enumerate().find_map(|(index, routes)| {
            let route = routes
                .iter()
                .find(|r| !matches!(r.name, name::CONTENT | name::CONTENT_LIST | name::PRODUCT) && r.matches(path))?;
            Some((LocaleIndex(u8::try_from(index).ok()?), route))
        })
    }

    /// The path of a product's page (R-ROUTE-06): its SEO path below the word for products, lower-cased, with `--` for
    /// slashes; without a SEO path according to `without`.
    pub fn product_path(
        &self,
        product: &Product,
        locale: LocaleIndex,
        without: WithoutSeoUrl,
    ) -> Result<SitePath, PathError> {
        let texts = product.texts.get(locale);
        let seo = texts.and_then(|t| t.seo_path.as_deref()).and_then(seo_segment);
        if let Some(segment) = seo {
            return self.under_product_word(&segment, locale);
        }
        if without == WithoutSeoUrl::Name {
            let name = slug(texts.map_or("", |t| &t.name));
            let number = slug(product.number.as_str());
            let parts: Vec<&str> = [name.as_str(), number.as_str()]
                .into_iter()
                .filter(|p| !p.is_empty())
                .collect();
            if !parts.is_empty() {
                return self.under_product_word(&parts.join("--"), locale);
            }
        }
        self.detail_path(&product.id, locale)
    }

    /// The path for a SEO path of Shopware; `None` if it is empty.
    pub fn seo_path(&self, seo: &str, locale: LocaleIndex) -> Option<Result<SitePath, PathError>> {
        Some(self.under_product_word(&seo_segment(seo)?, locale))
    }

    /// A page of a list, from the path of its first page: `/producten/stoelen/pagina/2` (R-CMS-07). The suffix is the
    /// end of the route's pattern.
    pub fn list_path(&self, first: &SitePath, locale: LocaleIndex, number: usize) -> Result<SitePath, PathError> {
        let route = self.get(name::CONTENT_LIST, locale);
        let behind = route.map_or(&[][..], |route| route.segments.as_slice()).iter();
        let mut path = first.as_str().trim_end_matches('/').replace('%', "%25");
        for segment in behind.skip_while(|segment| **segment != Segment::Rest).skip(1) {
            path.push('/');
            match segment {
                Segment::Word(word) => path.push_str(&word.replace('%', "%25")),
                _ => path.push_str(&number.to_string()),
            }
        }
        SitePath::parse(&path)?.for_content()
    }

    /// `/detail/{id}` with the locale's prefix.
    pub fn detail_path(&self, id: &ProductId, locale: LocaleIndex) -> Result<SitePath, PathError> {
        self.fill(name::DETAIL, locale, id.as_str())
    }

    fn under_product_word(&self, segment: &str, locale: LocaleIndex) -> Result<SitePath, PathError> {
        // `SitePath` decodes again, so a literal percent sign must be escaped.
        self.fill(name::PRODUCT, locale, &segment.replace('%', "%25"))
    }

    fn fill(&self, name: &str, locale: LocaleIndex, value: &str) -> Result<SitePath, PathError> {
        self.get(name, locale).map_or_else(
            || {
                Err(PathError {
                    path: value.chars().take(200).collect(),
                    reason: "its locale has no such route",
                })
            },
            |route| route.with(value),
        )
    }
}

fn read_locale(file: &str, prefix: &str, text: &str) -> Result<Vec<Route>, RouteError> {
    let mut words: BTreeMap<String, RouteWords> = serde_json::from_str(text).map_err(|e| RouteError::Shape {
        file: file.to_owned(),
        message: e.to_string(),
    })?;
    let mut routes = Vec::with_capacity(name::ALL.len());
    for name in name::ALL {
        let found = words.remove(name).ok_or_else(|| RouteError::Missing {
            file: file.to_owned(),
            name,
        })?;
        routes.push(Route::read(name, prefix, &found, file)?);
    }
    match words.into_keys().next() {
        Some(name) => Err(RouteError::Unknown {
            file: file.to_owned(),
            name,
        }),
        None => Ok(routes),
    }
}

/// A SEO path as one lower-case segment, decoded; `None` if it is empty.
fn seo_segment(seo: &str) -> Option<String> {
    let decoded = percent_decode_str(seo.trim()).decode_utf8_lossy().to_lowercase();
    let segment = decoded
        .split('/')
        .filter(|s| !s.is_empty())
        .collect::<Vec<_>>()
        .join("--");
    (!segment.is_empty()).then_some(segment)
}
