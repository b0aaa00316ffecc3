//! The withdrawal from a contract (law §4a): a form, the review of what is sent, and the receipt.
//!
//! The form works without JavaScript: the API fills the two other pages, and on errors the form, at the places that
//! their templates mark with `data-fill`, `data-value`, `data-shown` and `data-invalid` (`api/src/static_files/answer_page.rs`).

use serde::Serialize;
use utoipa::ToSchema;

use super::screen::{Content, IslandProps};
use crate::{
    context::ViewContext,
    page::PlannedPage,
    view::{self, links::LinkView, ordering},
};

#[derive(Serialize)]
struct WithdrawalView {
    /// The locale's code, which the form submits.
    locale: String,
    /// The page about withdrawal and returns.
    returns_href: Option<String>,
    home_href: String,
    /// Links for help: telephone, showrooms, contact.
    help: Vec<LinkView>,
}

/// The props of the island `withdrawal`.
#[derive(Serialize, ToSchema)]
pub(crate) struct WithdrawalProps {
    /// The path of the page about withdrawal and returns.
    #[schema(required)]
    returns_path: Option<String>,
    /// The path of the home page.
    home_path: String,
}

impl IslandProps for WithdrawalProps {
    fn of(cx: &ViewContext<'_>, _: &PlannedPage) -> Self {
        Self {
            returns_path: returns(cx),
            home_path: cx.home_href(),
        }
    }
}

/// One of the three pages, by the key of its title.
pub(super) fn content(cx: &ViewContext<'_>, title: &str) -> Content {
    let view = WithdrawalView {
        locale: cx.messages.locale().to_owned(),
        returns_href: returns(cx),
        home_href: cx.home_href(),
        help: ordering::help(cx),
    };
    Content::new(cx.t(title, &[]), view::value(view))
}

fn returns(cx: &ViewContext<'_>) -> Option<String> {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site)?;
    cx.entry_href(site.withdrawal_page.as_ref()?)
}
