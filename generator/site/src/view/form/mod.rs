//! A form of the CMS as HTML, and what its island is given (R-FORM-01).
//!
//! **Invariant:** the form is whole without a script: it posts to the API, which says what is wrong; the island makes
//! what is there live and adds no field. Its id is part of every id in it, so that a page may have several forms.

mod appointment;
mod field;
pub(crate) mod line;
pub(crate) mod page;
mod words;

use std::collections::BTreeMap;

use minijinja::Value;
use serde::Serialize;
use utoipa::ToSchema;
use vitrine_forms::{FormSpec, Value as Filled, Values, definition, needed, shown};
use vitrine_model::{
    content::FormSuccess,
    form::{FieldKind, Form},
};

use self::words::words;
pub(crate) use self::{
    appointment::{AppointmentProps, appointment, handed as handed_appointment},
    field::FieldView,
};
use super::{
    links::LinkView,
    samples::{self, SamplesProps},
    sheet::{self, SheetProps},
};
use crate::context::ViewContext;

/// The island of a form.
pub(crate) const ISLAND: &str = "form";

/// The field in which a showroom is chosen.
const SHOWROOM: &str = "showroom";

/// A form with its fields.
#[derive(Serialize)]
pub(crate) struct FormView {
    pub(crate) id: String,
    /// Before the names of the places that the API fills.
    mark: String,
    /// Where it is sent, with the locale and the path of the page.
    action: String,
    honeypot: String,
    pub(crate) fields: Vec<FieldView>,
    /// A field takes files, which only a body of several parts can carry.
    has_files: bool,
    /// A field is required: the asterisk is explained.
    has_required: bool,
    pub(crate) submit: String,
    /// What the shop does with what is sent.
    pub(crate) purpose: String,
    privacy: Option<LinkView>,
    success: SuccessView,
    props: FormProps,
    /// What the island of the chosen cloths is given, in the form for samples.
    samples: Option<SamplesProps>,
}

/// What is shown when the form has been sent.
#[derive(Serialize)]
struct SuccessView {
    title: String,
    text: Option<Value>,
}

/// What the island `form` is given.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct FormProps {
    /// The rules of the form, as crate `vitrine-forms` writes them.
    #[schema(value_type = Object)]
    spec: FormSpec,
    /// The names of the fields by handle, for messages.
    names: BTreeMap<String, String>,
    /// The messages that the rules of this form may need, by key.
    texts: BTreeMap<String, String>,
    /// The page that is opened when the form has been sent.
    #[schema(required)]
    page: Option<String>,
    /// What the calendar needs, where a field is a date.
    #[schema(required)]
    calendar: Option<CalendarProps>,
    /// What an appointment is limited by.
    #[schema(required)]
    appointment: Option<AppointmentProps>,
    /// The zone of the shop, whose day rules on dates are about: `Europe/Amsterdam`.
    time_zone: String,
}

/// The calendar, which is fetched when it opens.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct CalendarProps {
    #[schema(required)]
    sheet: Option<SheetProps>,
    /// Its texts.
    #[schema(value_type = Object)]
    messages: serde_json::Value,
}

fn calendar(cx: &ViewContext<'_>, spec: &FormSpec) -> Option<CalendarProps> {
    spec.fields.iter().find(|field| field.kind == FieldKind::Date)?;
    Some(CalendarProps {
        sheet: SheetProps::of(cx, sheet::CALENDAR),
        // Without its texts the page has the browser's own calendar.
        messages: cx.messages.island("calendar").ok()?.clone(),
    })
}

/// What a place adds to the definition.
#[derive(Default)]
pub(crate) struct Around<'a> {
    /// The path of the page, whose HTML the API fills for a visitor without a script.
    pub(crate) page: String,
    /// Label of the button that sends the form.
    pub(crate) submit: Option<&'a str>,
    /// What is shown afterwards.
    pub(crate) success: Option<&'a FormSuccess>,
    /// What fields begin with, by handle: the vacancy of the page, a chosen showroom.
    pub(crate) begin: Vec<(&'static str, String)>,
    /// What an appointment is limited by; options of showrooms that make none are left out.
    pub(crate) appointment: Option<AppointmentProps>,
}

/// The view of a form.
pub(crate) fn view(cx: &ViewContext<'_>, form: &Form, around: &Around<'_>) -> FormView {
    let (spec, _) = definition::read(form);
    let id = format!("form-{}", form.handle);
    let begin = begin(cx, form, around);
    let visible = shown(&spec, &filled(&begin));
    let fields = form.fields.iter().zip(&spec.fields).zip(visible);
    let fields: Vec<FieldView> = fields
        .map(|((field, spec), shown)| {
            let mut begun = field.clone();
            begun.default = begin.get(&field.handle).cloned();
            if let (SHOWROOM, Some(appointment)) = (field.handle.as_str(), &around.appointment) {
                begun
                    .options
                    .retain(|option| appointment.showrooms.contains_key(&option.key));
            }
            field::view(cx, &id, &begun, spec, shown)
        })
        .collect();
    FormView {
        mark: form.handle.to_string(),
        action: action(cx, form, &around.page),
        honeypot: form.honeypot.clone(),
        has_files: spec.fields.iter().any(|field| field.max_files.is_some()),
        has_required: spec.fields.iter().any(vitrine_forms::FieldSpec::is_required),
        submit: around
            .submit
            .map_or_else(|| cx.t("content.form_submit", &[]), str::to_owned),
        purpose: cx.t("content.form_purpose", &[]),
        privacy: privacy(cx),
        success: success(cx, around.success),
        samples: samples::of_form(cx, form, &id),
        props: props(cx, form, spec, around),
        fields,
        id,
    }
}

fn action(cx: &ViewContext<'_>, form: &Form, page: &str) -> String {
    // The path is percent-encoded, but may have what parts a query.
    let page = page.replace('&', "%26").replace('+', "%2B");
    format!("/api/forms/{}?locale={}&page={page}", form.handle, cx.messages.locale())
}

/// The page that says what becomes of a visitor's details.
fn privacy(cx: &ViewContext<'_>) -> Option<LinkView> {
    let site = cx.reader.globals(cx.locale).map(|globals| &globals.site)?;
    let href = cx.entry_href(site.privacy_page.as_ref()?)?;
    Some(LinkView::to(cx.t("content.form_privacy", &[]), Some(href)))
}

fn props(cx: &ViewContext<'_>, form: &Form, spec: FormSpec, around: &Around<'_>) -> FormProps {
    let asked = form
        .fields
        .iter()
        .filter(|field| spec.position(&field.handle).is_some());
    FormProps {
        names: asked
            .map(|field| (field.handle.clone(), words(cx, &field.label)))
            .collect(),
        texts: texts(cx, &spec),
        page: around.success.and_then(|success| cx.entry_href(success.page.as_ref()?)),
        appointment: around.appointment.clone(),
        calendar: calendar(cx, &spec),
        time_zone: cx.config.time_zone.iana_name().unwrap_or("UTC").to_owned(),
        spec,
    }
}

/// What each field begins with: what the place says, what the page knows, or the default of the definition.
fn begin(cx: &ViewContext<'_>, form: &Form, around: &Around<'_>) -> BTreeMap<String, String> {
    let mut begin: BTreeMap<String, String> = form
        .fields
        .iter()
        .filter_map(|field| Some((field.handle.clone(), field.default.clone()?)))
        .collect();
    begin.insert("locale".to_owned(), cx.messages.locale().to_owned());
    begin.extend(
        around
            .begin
            .iter()
            .map(|(handle, value)| ((*handle).to_owned(), value.clone())),
    );
    begin
}

fn filled(begin: &BTreeMap<String, String>) -> Values {
    let values = begin.iter();
    values
        .map(|(handle, value)| (handle.clone(), Filled::Text(value.clone())))
        .collect()
}

fn success(cx: &ViewContext<'_>, success: Option<&FormSuccess>) -> SuccessView {
    let title = success.and_then(|success| success.title.clone());
    let text = success.map(|success| &success.text).filter(|text| !text.is_empty());
    SuccessView {
        title: title.unwrap_or_else(|| cx.t("content.form_sent", &[])),
        text: text.map(|text| cx.rich_text(text)),
    }
}

fn texts(cx: &ViewContext<'_>, spec: &FormSpec) -> BTreeMap<String, String> {
    let all = cx.messages.errors();
    let keys = needed::texts(spec).into_iter();
    keys.filter_map(|key| {
        let text = all.get(&key)?.as_str()?.to_owned();
        Some((key, text))
    })
    .collect()
}
