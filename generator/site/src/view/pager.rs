//! The links between the pages of a list (R-CMS-07).

use serde::Serialize;

use crate::{context::ViewContext, page::ListPage};

/// Number of page links on each side of the current page; the first and the last page are always shown.
const BESIDE: usize = 2;

/// The links to the other pages of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PagerView {
    /// The previous page.
    pub previous: Option<String>,
    /// The next page.
    pub next: Option<String>,
    /// The numbers in order.
    pub numbers: Vec<PagerNumber>,
}

/// A page number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PagerNumber {
    /// As text in the page's locale.
    pub label: String,
    /// The page; `None` for the page itself.
    pub href: Option<String>,
    /// Whether numbers between the previous one and this one are left out.
    pub gap: bool,
}

/// The pager; `None` if there is one page.
pub fn pager(cx: &ViewContext<'_>, page: &ListPage) -> Option<PagerView> {
    if page.count < 2 {
        return None;
    }
    let at = |number: usize| {
        (number >= 1 && number <= page.count)
            .then(|| href(cx, page, number))
            .flatten()
    };
    let mut numbers = Vec::new();
    let mut before = 0;
    for number in shown(page) {
        numbers.push(PagerNumber {
            label: cx.format.integer(i64::try_from(number).unwrap_or(i64::MAX)),
            href: if number == page.number { None } else { at(number) },
            gap: number > before + 1,
        });
        before = number;
    }
    Some(PagerView {
        previous: at(page.number.saturating_sub(1)),
        next: at(page.number + 1),
        numbers,
    })
}

/// The href of a page of the list.
pub fn href(cx: &ViewContext<'_>, page: &ListPage, number: usize) -> Option<String> {
    if number == 1 {
        return Some(page.first.href());
    }
    let path = cx.routes.list_path(&page.first, cx.locale, number);
    path.ok().map(|path| path.href())
}

fn shown(page: &ListPage) -> impl Iterator<Item = usize> {
    let (number, count) = (page.number, page.count);
    (1..=count).filter(move |other| *other == 1 || *other == count || other.abs_diff(number) <= BESIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_model::path::SitePath;

    #[test]
    fn the_first_the_last_and_the_nearest_pages_are_shown() {
        let numbers = |number, count| {
            let page = ListPage {
                number,
                count,
                first: SitePath::root(),
            };
            shown(&page).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1, 4), [1, 2, 3, 4]);
        assert_eq!(numbers(5, 9), [1, 3, 4, 5, 6, 7, 9]);
        assert_eq!(numbers(9, 9), [1, 7, 8, 9]);
    }
}
