//! Links from other pages to the page with a form.

use vitrine_model::ids::FormHandle;

use crate::context::ViewContext;

/// The form that asks for catalogues, and its field with them.
pub(crate) const CATALOGUE_REQUEST: &str = "catalogue_request";
pub(crate) const CATALOGUES: &str = "catalogues";
/// The form for an appointment, and its field with the showroom.
pub(crate) const APPOINTMENT: &str = "showroom_appointment";
pub(crate) const SHOWROOM: &str = "showroom";

/// The first page with a block for the form.
pub(crate) fn page(cx: &ViewContext<'_>, form: &FormHandle) -> Option<String> {
    let pages = cx.reader.pages_with_form(form, cx.locale);
    pages.iter().find_map(|id| cx.entry_href(id))
}

/// The page with an option that its island chooses; the keys of such options are slugs of entries.
pub(crate) fn page_with(cx: &ViewContext<'_>, form: &str, (field, key): (&str, &str)) -> Option<String> {
    let page = page(cx, &FormHandle::parse(form).ok()?)?;
    Some(format!("{page}?{field}={key}#form-{form}"))
}
