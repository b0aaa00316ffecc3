//! Texts of form definitions. Forms are not localized in Statamic, so a blueprint contains keys of texts in `locales/`
//! (Statamic §9, content model §6).
//!
//! A key without a text is reported once per build, with the form.

use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Place},
    form::{Form, FormField},
};

use crate::{diagnostics::Diagnostics, load::Site, messages::Messages, view::form_text::words};

/// All texts of a field.
fn texts(field: &FormField) -> impl Iterator<Item = &str> {
    let own = [&field.placeholder, &field.instructions, &field.inline_label];
    let own = own.into_iter().filter_map(|text| text.as_deref());
    let options = field.options.iter().map(|option| option.label.as_str());
    std::iter::once(field.label.as_str()).chain(own).chain(options)
}

/// Reports texts that the shop's forms use and that a locale does not have (R-FORM-01, R-I18N-06).
pub(crate) fn check(catalog: &Catalog, site: &Site, diagnostics: &Diagnostics) {
    for messages in site.messages() {
        for form in catalog.forms() {
            check_form(form.value(), messages, diagnostics);
        }
    }
}

fn check_form(form: &Form, messages: &Messages, diagnostics: &Diagnostics) {
    for field in &form.fields {
        for text in texts(field) {
            let Err(error) = words(messages, text) else { continue };
            let place = Place {
                source: "statamic".to_owned(),
                kind: "form".to_owned(),
                id: form.handle.to_string(),
                field: Some(field.handle.clone()),
                ..Place::default()
            };
            let message = format!("the form {} names {text:?}: {error}", form.handle);
            let hint = "add the text to locales/<code>/forms.json, or write the words themselves into the form";
            diagnostics.push(Diagnostic::warning("form-text", message, place).hint(hint));
        }
    }
}
