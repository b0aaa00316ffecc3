//! What the root of a list says to the island that filters it (docs/contracts/lists.md).

use serde::Serialize;

use crate::{context::ViewContext, page::ListPage, view::sheet};

/// The list of a page, of which there is one: its state is the query of the address.
#[derive(Debug, Serialize)]
pub struct FilteredView {
    /// The first page of the list, where this is another.
    first_href: Option<String>,
    /// The style sheet of the filters, which only those who use them fetch.
    sheet: Option<SheetView>,
}

#[derive(Debug, Serialize)]
struct SheetView {
    href: String,
    integrity: String,
}

/// The marks of a list that is that of its page; `None` for others, which no script filters.
pub fn filtered(cx: &ViewContext<'_>, page: Option<&ListPage>) -> Option<FilteredView> {
    let page = page?;
    let sheet = cx.assets.sheets.get(sheet::LISTING).map(|asset| SheetView {
        href: format!("/{}", asset.file),
        integrity: asset.integrity.clone(),
    });
    Some(FilteredView {
        first_href: page.is_further().then(|| page.first.href()),
        sheet,
    })
}
