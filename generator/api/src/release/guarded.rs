//! The guarded screens of a release: those of the account, those of logging in (R-ROUTE-11), and those of one order
//! (R-ROUTE-10).

use std::collections::HashMap;

use serde::Deserialize;
use vitrine_model::path::SitePath;

/// The kind of a guarded screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    Account,
    Auth,
}

/// A guarded screen in one locale, with the paths of the login and of the account's home.
#[derive(Debug)]
pub(crate) struct Screen {
    pub(crate) layout: Layout,
    pub(crate) login: SitePath,
    pub(crate) account: SitePath,
}

/// A screen of one order in one locale.
#[derive(Debug)]
pub(crate) struct OrderScreen {
    /// The segments of its path; one of them is `:order` or `:id`.
    pattern: Vec<String>,
    /// Where a login is, for an order of the account; one of the checkout is shown without a login.
    pub(crate) account: Option<Screen>,
}

impl OrderScreen {
    /// The segment of the path that names the order, as it was sent.
    fn named<'p>(&self, path: &'p SitePath) -> Option<&'p str> {
        let mut named = None;
        let mut segments = path.segments();
        for wanted in &self.pattern {
            let segment = segments.next()?;
            if wanted.starts_with(':') {
                named = Some(segment);
            } else if wanted != segment {
                return None;
            }
        }
        named.filter(|_| segments.next().is_none())
    }
}

/// Names of the screens of each guarded layout, from the release.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Layouts {
    account: Vec<String>,
    auth: Vec<String>,
}

/// All guarded screens.
#[derive(Debug, Default)]
pub(crate) struct Guarded {
    /// By decoded path.
    screens: HashMap<Box<str>, Screen>,
    orders: Vec<OrderScreen>,
}

/// Paths of screens by name and locale.
type Routes = HashMap<String, HashMap<String, String>>;

/// Where a login is, and the home of the account.
const LOGIN: &str = "bor.auth.login";
const ACCOUNT: &str = "bor.account.index";
/// The screens of one order: the account's, and those that follow a checkout.
const ACCOUNT_ORDER: &str = "bor.account.order";
const PLACED_ORDER: [&str; 3] = ["bor.checkout.success", "bor.checkout.paid", "bor.checkout.unpaid"];

impl Guarded {
    /// The screens that have a path of their own in a locale with login and account home.
    pub(crate) fn of(routes: &Routes, layouts: &Layouts) -> Self {
        let named = |names: &[String], layout| names.iter().map(move |name| (name.clone(), layout)).collect::<Vec<_>>();
        let mut screens = HashMap::new();
        for (name, layout) in named(&layouts.account, Layout::Account)
            .into_iter()
            .chain(named(&layouts.auth, Layout::Auth))
        {
            for (locale, pattern) in routes.get(&name).into_iter().flatten() {
                let path = |name: &str| SitePath::parse(routes.get(name)?.get(locale)?).ok();
                if let (Ok(own), Some(login), Some(account)) = (SitePath::parse(pattern), path(LOGIN), path(ACCOUNT)) {
                    screens.insert(own.as_str().into(), Screen { layout, login, account });
                }
            }
        }
        Self {
            screens,
            orders: orders_of(routes),
        }
    }

    /// The guarded screen at a path.
    pub(crate) fn screen(&self, path: &SitePath) -> Option<&Screen> {
        self.screens.get(path.as_str())
    }

    /// The screen of one order at a path, and the segment that names the order.
    pub(crate) fn order<'a>(&'a self, path: &'a SitePath) -> Option<(&'a OrderScreen, &'a str)> {
        self.orders
            .iter()
            .find_map(|screen| Some((screen, screen.named(path)?)))
    }
}

/// The screens of one order, in every locale that has them.
fn orders_of(routes: &Routes) -> Vec<OrderScreen> {
    let path = |name: &str, locale: &str| SitePath::parse(routes.get(name)?.get(locale)?).ok();
    let mut screens = Vec::new();
    for name in PLACED_ORDER.into_iter().chain([ACCOUNT_ORDER]) {
        for (locale, pattern) in routes.get(name).into_iter().flatten() {
            let Ok(pattern) = SitePath::parse(pattern) else {
                continue;
            };
            let account = path(LOGIN, locale)
                .zip(path(ACCOUNT, locale))
                .filter(|_| name == ACCOUNT_ORDER)
                .map(|(login, account)| Screen {
                    layout: Layout::Account,
                    login,
                    account,
                });
            screens.push(OrderScreen {
                pattern: pattern.segments().map(str::to_owned).collect(),
                account,
            });
        }
    }
    screens
}
