//! The attributes on the root of a list for its filter island (docs/contracts/lists.md).

use serde::Serialize;

use crate::{context::ViewContext, page::ListPage, view::sheet};

/// The list of a page, whose state is the query of the URL. A page has at most one.
#[derive(Debug, Serialize)]
pub struct FilteredView {
    /// The href of the first page, if this is another one.
    first_href: Option<String>,
    /// The style sheet of the filters, loaded only when they are used.
    sheet: Option<SheetView>,
}

#[derive(Debug, Serialize)]
struct SheetView {
    href: String,
    integrity: String,
}

/// The attributes of the page's own list; `None` for other lists, which have no filters.
pub fn filtered(cx: &ViewContext<'_>, page: Option<&ListPage>) -> Option<FilteredView> {
    let page = page?;
    let sheet = cx.sheets.get(sheet::LISTING).map(|asset| SheetView {
        href: format!("/{}", asset.file),
        integrity: asset.integrity.clone(),
    });
    Some(FilteredView {
        first_href: page.is_further().then(|| page.first.href()),
        sheet,
    })
}
