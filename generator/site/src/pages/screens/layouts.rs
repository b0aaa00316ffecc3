//! Values of the layouts of screens, besides header and footer.
//!
//! **Invariant:** every link leads to an existing page.

use minijinja::Value;
use serde::Serialize;

use crate::{
    context::ViewContext,
    routes::{Layout, name},
    view,
};

/// A tab of the account area.
#[derive(Serialize)]
struct TabView {
    label: String,
    href: String,
}

/// The tabs of the account area, in order (specification §2).
const TABS: [(&str, &str); 3] = [
    (name::ACCOUNT, "common.account_overview"),
    (name::ACCOUNT_ORDERS, "common.account_orders"),
    (name::ACCOUNT_PROFILE, "common.account_profile"),
];

/// The values of a layout: the tabs of `Account`, the header and footer of `Simple`; other layouts need none.
pub(super) fn values(cx: &ViewContext<'_>, layout: Layout) -> Value {
    match layout {
        Layout::Account => view::value(tabs(cx)),
        Layout::Simple => cx.simple.cloned().unwrap_or_default(),
        Layout::Auth | Layout::Default | Layout::None => Value::from(()),
    }
}

fn tabs(cx: &ViewContext<'_>) -> Vec<TabView> {
    let tabs = TABS.into_iter();
    tabs.filter_map(|(route, label)| {
        let href = cx.route_href(route)?;
        Some(TabView {
            label: cx.t(label, &[]),
            href,
        })
    })
    .collect()
}
