//! The paths in Shopware's own mail templates, and their screens (Shopware §25.1, R-ROUTE-14).
//!
//! **Invariant:** nearly every one of them contains a secret in its path or query, so that the response to none is stored.

use vitrine_model::{
    locale::LocaleIndex,
    redirect::{Redirect, RedirectTarget},
};

use crate::{
    plan::{PlanContext, PlanIndex},
    routes::{Routes, Shell, name},
};

/// How a path of a mail is served.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By a redirect, which keeps the query.
    Redirect,
    /// The screen is served at this path: it reads the path or the query.
    Shown,
}

/// A path of a mail, below the domain of a language.
struct Landing {
    path: &'static str,
    screen: &'static str,
    way: Way,
}

const LANDINGS: [Landing; 6] = [
    // All mails about an order.
    Landing {
        path: "/account/order/:code",
        screen: name::CHECKOUT_SUCCESS,
        way: Way::Shown,
    },
    // The mail about downloads that are ready; the code of the order is in the query.
    Landing {
        path: "/account/order/download/:order/:download",
        screen: name::CHECKOUT_SUCCESS,
        way: Way::Shown,
    },
    Landing {
        path: "/account/recover/password",
        screen: name::RESET_PASSWORD,
        way: Way::Redirect,
    },
    // Of accounts and of guests.
    Landing {
        path: "/registration/confirm",
        screen: name::CONFIRM_REGISTRATION,
        way: Way::Redirect,
    },
    Landing {
        path: "/newsletter-subscribe",
        screen: name::NEWSLETTER_CONFIRM,
        way: Way::Shown,
    },
    // The link in mails of the newsletter; it contains no address.
    Landing {
        path: "/newsletter-unsubscribe",
        screen: name::NEWSLETTER_UNSUBSCRIBE,
        way: Way::Shown,
    },
];

/// The redirects of all locales.
pub(crate) fn redirects(cx: &PlanContext<'_>) -> Vec<Redirect> {
    let locales = cx.catalog.locales().iter();
    locales
        .flat_map(|(locale, described)| {
            let landings = LANDINGS.iter().filter(|landing| landing.way == Way::Redirect);
            landings.filter_map(move |landing| {
                let from = format!("{}{}", described.prefix, landing.path);
                Some(Redirect {
                    from: vitrine_model::path::LocalPath::parse(&from).ok()?,
                    target: RedirectTarget::to(cx.routes.path(landing.screen, locale)?.clone()),
                    status: 302,
                    source: format!("mail link {}", landing.path),
                    entry: None,
                    until: None,
                })
            })
        })
        .collect()
}

/// The paths of all locales at which a screen is shown that is planned.
pub(crate) fn shells(cx: &PlanContext<'_>, plan: &PlanIndex) -> Vec<Shell> {
    let locales = cx.catalog.locales().iter();
    locales
        .flat_map(|(locale, described)| {
            let landings = LANDINGS.iter().filter(|landing| landing.way == Way::Shown);
            landings.filter_map(move |landing| {
                let pattern = format!("{}{}", described.prefix, landing.path);
                // A screen whose own route has this pattern takes precedence.
                let taken = plan.rewrites().iter().any(|shell| same_shape(&shell.pattern, &pattern));
                if taken {
                    None
                } else {
                    shown(cx.routes, plan, landing.screen, locale, pattern)
                }
            })
        })
        .collect()
}

fn shown(routes: &Routes, plan: &PlanIndex, screen: &str, locale: LocaleIndex, pattern: String) -> Option<Shell> {
    let page = plan.screen(screen, locale)?;
    let route = routes.get(screen, locale)?;
    let served = route
        .shell()
        .map(Shell::href)
        .or_else(|| route.path().map(|path| path.href()))?;
    Some(Shell::at(pattern, page.file.clone(), served))
}

/// The patterns of all of them, of each locale: `/en/account/order/:code`.
pub(crate) fn patterns<'p>(prefixes: impl Iterator<Item = &'p str>) -> Vec<String> {
    prefixes
        .flat_map(|prefix| LANDINGS.iter().map(move |landing| format!("{prefix}{}", landing.path)))
        .collect()
}

fn same_shape(one: &str, other: &str) -> bool {
    let shape = |pattern: &str| -> Vec<String> {
        let segments = pattern.split('/');
        segments
            .map(|segment| {
                if segment.starts_with(':') {
                    ":".to_owned()
                } else {
                    segment.to_owned()
                }
            })
            .collect()
    };
    shape(one) == shape(other)
}
