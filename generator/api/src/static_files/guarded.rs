//! The guarded screens of a release (R-ROUTE-11): those of the account, and those of logging in.

use std::collections::HashMap;

use serde::Deserialize;
use vitrine_model::path::SitePath;

/// The kind of a guarded screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    Account,
    Auth,
}

/// A guarded screen in one locale, with where a login is and the home of the account.
#[derive(Debug)]
pub(super) struct Screen {
    pub(super) layout: Layout,
    pub(super) login: SitePath,
    pub(super) account: SitePath,
}

/// Names of the screens of each guarded layout, as a release hands them over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Layouts {
    account: Vec<String>,
    auth: Vec<String>,
}

/// All guarded screens, by decoded path.
#[derive(Debug, Default)]
pub(crate) struct Guarded(HashMap<Box<str>, Screen>);

/// Paths of screens by name and locale.
type Routes = HashMap<String, HashMap<String, String>>;

/// Where a login is, and the home of the account.
const LOGIN: &str = "bor.auth.login";
const ACCOUNT: &str = "bor.account.index";

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
        Self(screens)
    }

    /// The guarded screen at a path.
    pub(super) fn screen(&self, path: &SitePath) -> Option<&Screen> {
        self.0.get(path.as_str())
    }
}
