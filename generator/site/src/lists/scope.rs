//! What lists are selected from.

use vitrine_model::locale::LocaleIndex;

use crate::{context::ViewContext, reader::Reader};

/// What a list is selected from. The plan passes a reader whose notes are dropped, a view its own.
#[derive(Clone, Copy)]
pub(crate) struct ListScope<'a> {
    /// The shop's data.
    pub(crate) reader: &'a Reader<'a>,
    /// The locale of the page.
    pub(crate) locale: LocaleIndex,
}

impl<'a> ListScope<'a> {
    /// The scope of a view.
    pub(crate) fn of(cx: &ViewContext<'a>) -> Self {
        Self {
            reader: cx.reader,
            locale: cx.locale,
        }
    }
}
