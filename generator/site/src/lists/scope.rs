//! The inputs of list selection.

use vitrine_model::locale::LocaleIndex;

use crate::{context::ViewContext, reader::Reader};

/// The inputs of list selection. The plan passes a reader whose notes are dropped, a view passes its own.
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
