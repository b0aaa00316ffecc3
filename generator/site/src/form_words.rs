//! Texts of form definitions. Forms are not localized in Statamic, so a blueprint contains keys of texts in `locales/`
//! (Statamic §9, content model §6).
//!
//! A key without a text is reported once per build, with the form, and so is a rule that is not checked here.

use vitrine_forms::{
    FormWords, HandedForm, HandedForms,
    appointment::{DATE, SHOWROOM},
    definition,
};
use vitrine_model::{
    catalog::Catalog,
    diagnostic::{Diagnostic, Place},
    form::{Form, FormField},
};

use crate::{
    diagnostics::Diagnostics,
    load::Site,
    messages::Messages,
    view::{form, form_text::words},
};

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
    for form in catalog.forms() {
        check_rules(form.value(), diagnostics);
    }
}

/// The forms as the API gets them: rules, and words in every locale.
pub(crate) fn handed(catalog: &Catalog, site: &Site) -> HandedForms {
    let of_locale = |form: &Form, messages: &Messages| {
        let word = |text: &str| words(messages, text).unwrap_or_else(|_| text.to_owned());
        (messages.locale().to_owned(), FormWords::of(form, word))
    };
    let appointment = form::handed_appointment(catalog);
    let handed = |form: &Form| {
        let spec = definition::read(form).0;
        let is_appointment = [SHOWROOM, DATE].iter().all(|field| spec.position(field).is_some());
        HandedForm {
            words: site.messages().map(|messages| of_locale(form, messages)).collect(),
            appointment: (is_appointment && !appointment.showrooms.is_empty()).then(|| appointment.clone()),
            spec,
        }
    };
    let forms = catalog.forms().map(|form| form.value());
    forms.map(|form| (form.handle.to_string(), handed(form))).collect()
}

/// Reports what of a form's rules is not checked here (R-FORM-02).
fn check_rules(form: &Form, diagnostics: &Diagnostics) {
    for finding in definition::read(form).1 {
        let message = format!("the form {} has {:?}: {}", form.handle, finding.what, finding.why);
        let hint = "write a rule of generator/docs/requirements.md, R-FORM-02, into the form, or take it out";
        diagnostics.push(Diagnostic::warning("form-rule", message, place(form, &finding.field)).hint(hint));
    }
}

fn place(form: &Form, field: &str) -> Place {
    Place {
        source: "statamic".to_owned(),
        kind: "form".to_owned(),
        id: form.handle.to_string(),
        field: Some(field.to_owned()),
        ..Place::default()
    }
}

fn check_form(form: &Form, messages: &Messages, diagnostics: &Diagnostics) {
    for field in &form.fields {
        for text in texts(field) {
            let Err(error) = words(messages, text) else { continue };
            let message = format!("the form {} names {text:?}: {error}", form.handle);
            let hint = "add the text to locales/<code>/forms.json, or write the words themselves into the form";
            diagnostics.push(Diagnostic::warning("form-text", message, place(form, &field.handle)).hint(hint));
        }
    }
}
