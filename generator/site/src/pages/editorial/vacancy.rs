//! The page of a vacancy: job description, benefits, requirements, contact. See [`super`].

use serde_json::{Value, json};
use vitrine_model::content::{Employment, Entry, EntryFields, ShowroomFields, VacancyFields};

use super::{
    story::{Story, StorySection},
    structured,
};
use crate::{
    context::ViewContext,
    view::{
        links::ButtonView,
        nodes, vacancy,
        words::{self, Facts, term_title},
    },
};

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Vacancy(fields) = &entry.fields else {
        return None;
    };
    let salary = words::numbers(
        fields.salary_min.map(|n| words::amount(cx, n)),
        fields.salary_max.map(|n| words::amount(cx, n)),
    );
    let salary = salary.map(|amount| cx.t("editorial.a_month", &[("amount", &amount)]));
    let mut facts = Facts::new(cx);
    facts
        .plain(cx.t("editorial.hours", &[]), vacancy::hours(cx, fields))
        .plain(cx.t("editorial.region", &[]), vacancy::region(cx, fields))
        .plain(
            cx.t("editorial.experience", &[]),
            fields.experience.map(|asked| vacancy::experience(cx, asked)),
        )
        .plain(
            cx.t("editorial.employment", &[]),
            fields.employment.map(|kind| vacancy::employment(cx, kind)),
        )
        .terms(cx.t("editorial.department", &[]), &fields.department)
        .entries(cx.t("editorial.place", &[]), &fields.location)
        .plain(cx.t("editorial.salary", &[]), salary)
        .plain(
            cx.t("editorial.closing_date", &[]),
            fields.closing_date.map(|date| words::long_date(cx, date)),
        )
        .plain(cx.t("editorial.contact", &[]), fields.contact_name.clone())
        .values(
            cx.t("editorial.phone", &[]),
            words::phone(fields.contact_phone.as_ref()),
        )
        .values(
            cx.t("editorial.email", &[]),
            words::email(fields.contact_email.as_ref()),
        );
    Some(Story {
        eyebrow: fields.department.as_ref().and_then(|id| term_title(cx, id)),
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        text: Some(&fields.text),
        sections: sections(cx, fields),
        facts: facts.rows(),
        actions: apply(cx, entry, fields),
        structured: posting(cx, entry, fields),
        ..Story::default()
    })
}

fn sections(cx: &ViewContext<'_>, fields: &VacancyFields) -> Vec<StorySection> {
    let lists = [
        (cx.t("editorial.offer", &[]), &fields.offer),
        (cx.t("editorial.requirements", &[]), &fields.requirements),
    ];
    let filled = lists.into_iter().filter(|(_, items)| !items.is_empty());
    filled
        .map(|(title, items)| StorySection {
            title,
            text: None,
            items: items.clone(),
        })
        .collect()
}

/// A link to the form of the page; without one a `mailto:` link to the contact person, with the vacancy as its subject.
fn apply(cx: &ViewContext<'_>, entry: &Entry, fields: &VacancyFields) -> Vec<ButtonView> {
    let button = |label: String, href: String| ButtonView {
        label,
        href,
        new_tab: false,
        style: "primary",
    };
    let form = super::own_form(cx, entry).and_then(|block| block.options.anchor);
    if let Some(anchor) = form {
        return vec![button(cx.t("editorial.application_title", &[]), format!("#{anchor}"))];
    }
    let address = words::email(fields.contact_email.as_ref());
    let Some(href) = address.into_iter().find_map(|link| link.href) else {
        return Vec::new();
    };
    let subject = percent_encoding::utf8_percent_encode(&entry.title, percent_encoding::NON_ALPHANUMERIC);
    vec![button(
        cx.t("editorial.apply", &[]),
        format!("{href}?subject={subject}"),
    )]
}

/// Search engines require a publication date and a place of work.
fn posting(cx: &ViewContext<'_>, entry: &Entry, fields: &VacancyFields) -> Option<Value> {
    let unlisted = |code, field: &str, what: &str, hint: &str| {
        let told = format!("{what}: its page has no JobPosting, and search engines do not list it as a job");
        cx.diagnostics.push(structured::unlisted(cx, code, field, &told, hint));
    };
    let Some(posted) = fields.posted else {
        let hint = "Give the entry the date it was published on; in Statamic the collection must be dated for it.";
        unlisted("vacancy-without-date", "date", "date", hint);
        return None;
    };
    let showroom = words::related(cx, fields.location.as_ref()).and_then(|entry| match &entry.fields {
        EntryFields::Showroom(showroom) => Some(showroom),
        _ => None,
    });
    let Some(showroom) = showroom else {
        unlisted(
            "vacancy-without-place",
            "location",
            "place of work",
            "Choose the showroom where the job is.",
        );
        return None;
    };
    let mut data = json!({
        "@type": "JobPosting",
        "title": entry.title,
        "datePosted": posted.to_string(),
        "jobLocation": location(showroom),
    });
    let description = description(cx, fields);
    let values = [
        ("hiringOrganization", structured::shop(cx)),
        ("description", (!description.is_empty()).then(|| json!(description))),
        (
            "validThrough",
            fields
                .closing_date
                .and_then(|date| structured::end_of_day(cx, date))
                .map(|end| json!(end)),
        ),
        (
            "employmentType",
            fields.employment.map(|kind| json!(employment_type(kind))),
        ),
        ("baseSalary", salary(cx, fields)),
    ];
    structured::set(&mut data, values);
    Some(data)
}

fn employment_type(kind: Employment) -> &'static str {
    match kind {
        Employment::FullTime => "FULL_TIME",
        Employment::PartTime => "PART_TIME",
        Employment::Internship => "INTERN",
    }
}

/// The whole job description as paragraphs separated by line breaks: introduction, text, benefits and requirements.
fn description(cx: &ViewContext<'_>, fields: &VacancyFields) -> String {
    let mut paragraphs: Vec<String> = fields.intro.iter().cloned().collect();
    paragraphs.push(nodes::plain_text(&fields.text));
    for section in sections(cx, fields) {
        paragraphs.push(format!("{}: {}.", section.title, section.items.join("; ")));
    }
    paragraphs.retain(|text| !text.trim().is_empty());
    paragraphs.join("\n")
}

fn location(showroom: &ShowroomFields) -> Value {
    json!({"@type": "Place", "address": structured::address(&showroom.address)})
}

fn salary(cx: &ViewContext<'_>, fields: &VacancyFields) -> Option<Value> {
    let least = fields.salary_min.or(fields.salary_max)?;
    let most = fields.salary_max.unwrap_or(least);
    let currency = cx.reader.currency();
    Some(json!({
        "@type": "MonetaryAmount",
        "currency": currency.as_str(),
        "value": {"@type": "QuantitativeValue", "minValue": least, "maxValue": most, "unitText": "MONTH"},
    }))
}
