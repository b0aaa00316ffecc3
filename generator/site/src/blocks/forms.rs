//! `generic_form`, `company_account_form`, `showroom_appointment_form` and `vacancy_application_form`: what a form is
//! for, and the ways to say the same without it.
//!
//! **Invariant:** no field is shown that could be filled in and not be sent: the frame names what the form asks for and
//! leads to the telephone, a letter that has those lines, and the showrooms. `data-form` names the form for the island.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{
        CompanyAccountFormBlock, Entry, EntryFields, EntryKind, GenericFormBlock, Heading,
        ShowroomAppointmentFormBlock, VacancyApplicationFormBlock, VacancyFields,
    },
    diagnostic::Place,
    form::{FieldKind, Form, FormField},
    ids::FormHandle,
};

use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self, form_text,
        links::{self, ButtonView, HeadingView, LinkView},
        outline::Outline,
        place::{self, PlaceLook, PlaceView},
        words,
    },
};

#[derive(Serialize)]
struct FormView {
    heading: Option<HeadingView>,
    item_level: u8,
    text: Option<Value>,
    image: Option<ImageView>,
    /// Handle of the form; `None` if there is no such form.
    form: Option<String>,
    benefits: Vec<String>,
    steps: Vec<StepView>,
    /// What the form asks for.
    asked: Vec<String>,
    places: Vec<PlaceView>,
    /// A letter with a line for each of `asked`.
    letter: Option<ButtonView>,
    /// The telephone, and other pages.
    ways: Vec<LinkView>,
    /// When the telephone is answered.
    note: Option<String>,
    empty: Option<String>,
}

#[derive(Serialize)]
struct StepView {
    title: String,
    text: Option<String>,
}

const SHAPE: (u32, u32) = (16, 10);
const SIZES: &str = "(width >= 1024px) 48vw, 100vw";

/// What a set adds to the frame of its form.
#[derive(Default)]
struct Own<'a> {
    form: Option<&'a FormHandle>,
    text: Option<Value>,
    image: Option<ImageView>,
    benefits: &'a [String],
    steps: Vec<StepView>,
    places: Vec<PlaceView>,
    /// The vacancy that the page is about.
    vacancy: Option<(&'a Entry, &'a VacancyFields)>,
    /// Text where there are no places to choose from.
    empty: Option<String>,
}

pub(super) fn generic(cx: &ViewContext<'_>, block: &GenericFormBlock, outline: &mut Outline) -> Value {
    let own = Own {
        form: block.form.as_ref(),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        ..Own::default()
    };
    frame(cx, &block.heading, own, outline)
}

pub(super) fn company_account(cx: &ViewContext<'_>, block: &CompanyAccountFormBlock, outline: &mut Outline) -> Value {
    let steps = block.steps.iter().map(|step| StepView {
        title: step.title.clone(),
        text: step.text.clone(),
    });
    let own = Own {
        form: block.form.as_ref(),
        benefits: &block.benefits,
        steps: steps.collect(),
        ..Own::default()
    };
    frame(cx, &block.heading, own, outline)
}

pub(super) fn showroom_appointment(
    cx: &ViewContext<'_>,
    block: &ShowroomAppointmentFormBlock,
    outline: &mut Outline,
) -> Value {
    let places = showrooms(cx, block);
    let own = Own {
        form: block.form.as_ref(),
        empty: places.is_empty().then(|| cx.t("content.empty.appointments", &[])),
        places,
        ..Own::default()
    };
    frame(cx, &block.heading, own, outline)
}

pub(super) fn vacancy_application(
    cx: &ViewContext<'_>,
    own: Option<&Entry>,
    block: &VacancyApplicationFormBlock,
    outline: &mut Outline,
) -> Value {
    let vacancy = own.and_then(|entry| match &entry.fields {
        EntryFields::Vacancy(fields) => Some((entry, fields.as_ref())),
        _ => None,
    });
    let default = FormHandle::parse("vacancy_application").ok();
    let own = Own {
        form: block
            .form
            .as_ref()
            .or_else(|| vacancy.and_then(|(_, fields)| fields.form.as_ref()))
            .or(default.as_ref()),
        vacancy,
        ..Own::default()
    };
    frame(cx, &block.heading, own, outline)
}

fn frame(cx: &ViewContext<'_>, heading: &Heading, own: Own<'_>, outline: &mut Outline) -> Value {
    let form = definition(cx, own.form);
    let asked = form.map_or_else(Vec::new, |form| asked(cx, form));
    let title = own.vacancy.map(|(entry, _)| entry.title.as_str());
    let subject = title.or(heading.heading.as_deref()).unwrap_or_default();
    let letter = letter(cx, own.vacancy, subject, &asked);
    let (ways, note) = ways(cx, own.vacancy);
    let reachable = letter.is_some() || !ways.is_empty();
    view::value(FormView {
        heading: links::heading(heading, outline),
        item_level: outline.items(),
        text: own.text,
        image: own.image,
        form: form.map(|form| form.handle.to_string()),
        benefits: own.benefits.to_vec(),
        steps: own.steps,
        asked,
        places: own.places,
        empty: own
            .empty
            .or_else(|| (!reachable).then(|| cx.t("content.empty.form", &[]))),
        letter,
        ways,
        note,
    })
}

/// The form's definition. A block without one is reported, since nobody can be sent what it asks for.
fn definition<'a>(cx: &ViewContext<'a>, handle: Option<&FormHandle>) -> Option<&'a Form> {
    let form = handle.and_then(|handle| cx.reader.form(handle));
    if form.is_none() {
        let message = match handle {
            Some(handle) => format!(
                "a block on {} is for the form {handle}, which is not there",
                cx.origin.name
            ),
            None => format!("a block on {} is for no form", cx.origin.name),
        };
        let hint = "choose a form in the block; until then it says only how to reach the shop";
        cx.report("form-absent", message, hint, Place::default());
    }
    form
}

/// The labels of what must be filled in, without the address that a letter has by itself.
fn asked(cx: &ViewContext<'_>, form: &Form) -> Vec<String> {
    let fields = form.fields.iter().filter(|field| is_asked(field));
    // A text that is missing is reported with its form.
    fields
        .filter_map(|field| form_text::words(cx.messages, &field.label).ok())
        .collect()
}

fn is_asked(field: &FormField) -> bool {
    use FieldKind::{Files, Hidden, Html, Section, Toggle};
    field.is_required()
        && field.input_type.as_deref() != Some("email")
        && !matches!(field.kind, Files | Hidden | Html | Section | Toggle)
}

/// A letter to the shop, or to the person who answers for a vacancy.
fn letter(
    cx: &ViewContext<'_>,
    vacancy: Option<(&Entry, &VacancyFields)>,
    subject: &str,
    asked: &[String],
) -> Option<ButtonView> {
    let of_shop = cx
        .reader
        .globals(cx.locale)
        .and_then(|globals| globals.site.email.as_deref());
    let address = vacancy
        .and_then(|(_, fields)| fields.contact_email.as_deref())
        .or(of_shop)?;
    let lines: Vec<String> = asked.iter().map(|label| format!("{label}: ")).collect();
    Some(ButtonView {
        label: cx.t("content.form_write", &[]),
        href: links::letter_href(address, subject, &lines)?,
        new_tab: false,
        style: "primary",
    })
}

/// The telephone with its hours, and the page of the showrooms.
fn ways(cx: &ViewContext<'_>, vacancy: Option<(&Entry, &VacancyFields)>) -> (Vec<LinkView>, Option<String>) {
    let globals = cx.reader.globals(cx.locale);
    let site = globals.map(|globals| &globals.site);
    let number = vacancy.and_then(|(_, fields)| fields.contact_phone.as_ref());
    let shown = number.or_else(|| site.and_then(|site| site.phone_display.as_ref().or(site.phone.as_ref())));
    let dialled = number.or_else(|| site.and_then(|site| site.phone.as_ref()));
    let href = words::phone(dialled).into_iter().find_map(|link| link.href);
    let mut ways = Vec::new();
    if let (Some(shown), Some(href)) = (shown, href) {
        ways.push(LinkView::to(cx.t("content.form_call", &[("phone", shown)]), Some(href)));
    }
    let note = site.and_then(|site| site.service_hours.clone());
    let note = note.filter(|_| number.is_none() && !ways.is_empty());
    let showrooms = site.and_then(|site| site.showroom_page.as_ref());
    if let Some(href) = showrooms.filter(|_| vacancy.is_none()).and_then(|id| cx.entry_href(id)) {
        ways.push(LinkView::to(cx.t("content.form_visit", &[]), Some(href)));
    }
    (ways, note)
}

/// The showrooms that make appointments of the wanted kinds; the preselected one first.
fn showrooms(cx: &ViewContext<'_>, block: &ShowroomAppointmentFormBlock) -> Vec<PlaceView> {
    let ids = if block.showrooms.is_empty() {
        cx.reader.entries_of(EntryKind::Showroom, cx.locale)
    } else {
        block.showrooms.as_slice()
    };
    let first = block
        .preselect
        .iter()
        .chain(ids.iter().filter(|id| Some(*id) != block.preselect.as_ref()));
    let entries = first.filter_map(|id| cx.reader.entry_in(id, cx.locale));
    entries.filter_map(|entry| showroom(cx, entry, &block.types)).collect()
}

fn showroom(cx: &ViewContext<'_>, entry: &Entry, types: &[String]) -> Option<PlaceView> {
    let EntryFields::Showroom(fields) = &entry.fields else {
        return None;
    };
    let offered = fields.appointments.as_deref()?;
    let subjects: Vec<&String> = offered
        .iter()
        .filter(|offer| types.is_empty() || types.contains(offer))
        .collect();
    if subjects.is_empty() && !types.is_empty() {
        return None;
    }
    let look = PlaceLook {
        hours: true,
        route: false,
        brands: false,
    };
    let mut view = place::place(cx, entry, look)?;
    view.kind = None;
    let words: Vec<String> = subjects
        .into_iter()
        .filter_map(|key| place::appointment_type(cx, key))
        .collect();
    if !words.is_empty() {
        view.notes
            .push(cx.t("content.appointment_types", &[("types", &words.join(", "))]));
    }
    Some(view)
}
