//! `generic_form`, `company_account_form`, `showroom_appointment_form` and `vacancy_application_form`: what a form is
//! for, the form, and the ways to say the same without it.
//!
//! **Invariant:** the ways are there whatever becomes of the form: the telephone, a letter that has its lines, and the
//! showrooms.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::{
    content::{
        BlockKind, CompanyAccountFormBlock, Entry, EntryFields, EntryKind, FormSuccess, GenericFormBlock, Heading,
        ShowroomAppointmentFormBlock, VacancyApplicationFormBlock, VacancyFields,
    },
    diagnostic::Place,
    form::{FieldKind, Form, FormField},
    ids::{EntryId, FormHandle},
};

use super::BlocksOf;
use crate::{
    context::ViewContext,
    image::ImageView,
    view::{
        self,
        form::{self, AppointmentProps, Around, FormView},
        form_text,
        links::{self, HeadingView, LinkView},
        outline::Outline,
        place::{self, PlaceLook, PlaceView},
        words,
    },
};

#[derive(Serialize)]
struct FrameView {
    heading: Option<HeadingView>,
    item_level: u8,
    text: Option<Value>,
    image: Option<ImageView>,
    /// `None` if there is no such form.
    form: Option<FormView>,
    benefits: Vec<String>,
    steps: Vec<StepView>,
    places: Vec<PlaceView>,
    /// A letter with a line for each field that must be filled in.
    letter: Option<LinkView>,
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
    /// Label of the button that sends the form.
    submit: Option<&'a str>,
    success: Option<&'a FormSuccess>,
    /// Text where there are no places to choose from.
    empty: Option<String>,
    appointment: Option<AppointmentProps>,
    /// The key of the showroom that is chosen at first.
    preselect: Option<String>,
    /// The event that the page is about.
    event: Option<&'a str>,
}

/// The template of a block with a form, its view, and the island of its form.
pub(super) fn view(
    cx: &ViewContext<'_>,
    of: BlocksOf<'_>,
    block: &BlockKind,
    outline: &mut Outline,
) -> Option<(&'static str, Value, Option<&'static str>)> {
    let (template, heading, own) = match block {
        BlockKind::GenericForm(block) => {
            let event = of.entry.filter(|entry| matches!(entry.fields, EntryFields::Event(_)));
            let event = event.map(|entry| entry.title.as_str());
            let own = generic(cx, block);
            ("blocks/generic_form.html", &block.heading, Own { event, ..own })
        }
        BlockKind::CompanyAccountForm(block) => (
            "blocks/company_account_form.html",
            &block.heading,
            company_account(block),
        ),
        BlockKind::ShowroomAppointmentForm(block) => (
            "blocks/showroom_appointment_form.html",
            &block.heading,
            showroom_appointment(cx, block),
        ),
        BlockKind::VacancyApplicationForm(block) => (
            "blocks/vacancy_application_form.html",
            &block.heading,
            vacancy_application(of.entry, block),
        ),
        _ => return None,
    };
    let handle = own.form.cloned();
    let default = FormHandle::parse("vacancy_application").ok();
    let is_application = matches!(block, BlockKind::VacancyApplicationForm(_));
    let handle = handle.or(default.filter(|_| is_application));
    let frame = frame(cx, of, heading, handle.as_ref(), own, outline);
    let island = frame.form.as_ref().map(|_| form::ISLAND);
    Some((template, view::value(frame), island))
}

fn generic<'a>(cx: &ViewContext<'_>, block: &'a GenericFormBlock) -> Own<'a> {
    Own {
        form: block.form.as_ref(),
        submit: block.submit_label.as_deref(),
        success: Some(&block.success),
        text: (!block.text.is_empty()).then(|| cx.rich_text(&block.text)),
        image: block.image.as_ref().map(|image| cx.image(image, Some(SHAPE), SIZES)),
        ..Own::default()
    }
}

fn company_account(block: &CompanyAccountFormBlock) -> Own<'_> {
    let steps = block.steps.iter().map(|step| StepView {
        title: step.title.clone(),
        text: step.text.clone(),
    });
    Own {
        form: block.form.as_ref(),
        benefits: &block.benefits,
        steps: steps.collect(),
        success: Some(&block.success),
        ..Own::default()
    }
}

fn showroom_appointment<'a>(cx: &ViewContext<'_>, block: &'a ShowroomAppointmentFormBlock) -> Own<'a> {
    let places = showrooms(cx, block);
    Own {
        form: block.form.as_ref(),
        empty: places.is_empty().then(|| cx.t("content.empty.appointments", &[])),
        places,
        appointment: form::appointment(
            cx,
            showroom_ids(cx, block).filter_map(|id| cx.reader.entry_in(id, cx.locale)),
        ),
        preselect: block
            .preselect
            .as_ref()
            .and_then(|id| Some(cx.reader.entry_in(id, cx.locale)?.slug.clone())),
        success: Some(&block.success),
        ..Own::default()
    }
}

fn vacancy_application<'a>(own: Option<&'a Entry>, block: &'a VacancyApplicationFormBlock) -> Own<'a> {
    let vacancy = own.and_then(|entry| match &entry.fields {
        EntryFields::Vacancy(fields) => Some((entry, fields.as_ref())),
        _ => None,
    });
    let of_vacancy = vacancy.and_then(|(_, fields)| fields.form.as_ref());
    Own {
        form: block.form.as_ref().or(of_vacancy),
        vacancy,
        ..Own::default()
    }
}

fn frame(
    cx: &ViewContext<'_>,
    of: BlocksOf<'_>,
    heading: &Heading,
    handle: Option<&FormHandle>,
    own: Own<'_>,
    outline: &mut Outline,
) -> FrameView {
    let definition = definition(cx, handle);
    let asked = definition.map_or_else(Vec::new, |form| asked(cx, form));
    let title = own.vacancy.map(|(entry, _)| entry.title.as_str());
    let subject = title.or(heading.heading.as_deref()).unwrap_or_default();
    let letter = letter(cx, own.vacancy, subject, &asked);
    let (ways, note) = ways(cx, own.vacancy);
    let reachable = definition.is_some() || letter.is_some() || !ways.is_empty();
    let around = Around {
        page: of.path(),
        submit: own.submit,
        success: own.success,
        begin: begin(&own),
        appointment: own.appointment,
    };
    FrameView {
        heading: links::heading(heading, outline),
        item_level: outline.items(),
        text: own.text,
        image: own.image,
        form: definition.map(|definition| form::view(cx, definition, &around)),
        benefits: own.benefits.to_vec(),
        steps: own.steps,
        places: own.places,
        empty: own
            .empty
            .or_else(|| (!reachable).then(|| cx.t("content.empty.form", &[]))),
        letter,
        ways,
        note,
    }
}

/// What the page knows already: the vacancy or the event that it is about, the showroom of the block.
fn begin(own: &Own<'_>) -> Vec<(&'static str, String)> {
    let vacancy = own.vacancy.map(|(entry, _)| ("vacancy", entry.title.clone()));
    let event = own.event.map(|title| ("event", title.to_owned()));
    let showroom = own.preselect.clone().map(|key| ("showroom", key));
    [vacancy, event, showroom].into_iter().flatten().collect()
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
) -> Option<LinkView> {
    let of_shop = cx
        .reader
        .globals(cx.locale)
        .and_then(|globals| globals.site.email.as_deref());
    let address = vacancy
        .and_then(|(_, fields)| fields.contact_email.as_deref())
        .or(of_shop)?;
    let lines: Vec<String> = asked.iter().map(|label| format!("{label}: ")).collect();
    let href = links::letter_href(address, subject, &lines)?;
    Some(LinkView::to(cx.t("content.form_write", &[]), Some(href)))
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

/// The showrooms to choose from; the preselected one first.
fn showroom_ids<'a>(
    cx: &ViewContext<'a>,
    block: &'a ShowroomAppointmentFormBlock,
) -> impl Iterator<Item = &'a EntryId> {
    let ids = if block.showrooms.is_empty() {
        cx.reader.entries_of(EntryKind::Showroom, cx.locale)
    } else {
        block.showrooms.as_slice()
    };
    let rest = ids.iter().filter(|id| Some(*id) != block.preselect.as_ref());
    block.preselect.iter().chain(rest)
}

/// The showrooms that make appointments of the wanted kinds.
fn showrooms(cx: &ViewContext<'_>, block: &ShowroomAppointmentFormBlock) -> Vec<PlaceView> {
    let first = showroom_ids(cx, block);
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
