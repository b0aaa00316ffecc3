//! The page of a showroom: address, opening hours, brands, staff.
//!
//! The page contains the hours as text; only the browser knows whether the showroom is open now, because the page is
//! static.

use serde_json::{Value, json};
use vitrine_model::content::{Entry, EntryFields, OpenSpan, ShowroomFields, Weekday};

use super::{
    story::{Story, StorySection},
    structured,
};
use crate::{
    context::ViewContext,
    view::{
        form::page,
        hours::{self, OpenNowProps},
        links::{self, ButtonView, LinkView},
        place, showroom,
        words::{self, Facts},
    },
};

pub(super) fn story<'a>(cx: &ViewContext<'a>, entry: &'a Entry) -> Option<Story<'a>> {
    let EntryFields::Showroom(fields) = &entry.fields else {
        return None;
    };
    let route = links::href(cx, fields.route.as_ref()).or_else(|| fields.coordinates.map(words::map_url));
    let way = route.map(|href| LinkView::to(cx.t("editorial.route_link", &[]), Some(href)));
    let mut facts = Facts::new(cx);
    facts
        .values(cx.t("editorial.address", &[]), words::address(&fields.address, None))
        .values(cx.t("editorial.route", &[]), way.into_iter().collect())
        .values(cx.t("editorial.phone", &[]), words::phone(fields.phone.as_ref()))
        .values(cx.t("editorial.email", &[]), words::email(fields.email.as_ref()))
        .values(cx.t("editorial.facilities", &[]), facilities(cx, fields))
        .values(cx.t("editorial.appointments", &[]), appointments(cx, fields))
        .entries(cx.t("editorial.brands", &[]), &fields.brands);
    Some(Story {
        eyebrow: Some(cx.t("editorial.showroom", &[])),
        picture: fields.image.as_ref(),
        intro: fields.intro.clone(),
        sections: sections(cx, fields),
        facts: facts.rows(),
        hours: hours::view(cx, &fields.hours),
        open_now: Some(OpenNowProps {
            hours: hours::times(&fields.hours),
        }),
        gallery: &fields.gallery,
        actions: appointment(cx, entry, fields),
        structured: Some(store(cx, entry, fields)),
        ..Story::default()
    })
}

/// A link to the form for an appointment in the showroom; a `mailto:` link to it where there is no form.
fn appointment(cx: &ViewContext<'_>, entry: &Entry, fields: &ShowroomFields) -> Vec<ButtonView> {
    let letter = || {
        let subject = cx.t("editorial.appointment_subject", &[("place", &entry.title)]);
        links::mail_href(fields.email.as_deref()?, &subject)
    };
    let on_form = || page::page_with(cx, page::APPOINTMENT, (page::SHOWROOM, &entry.slug));
    let is_offered = fields.appointments.is_some();
    let href = is_offered.then(|| on_form().or_else(letter)).flatten();
    let button = href.map(|href| ButtonView {
        label: cx.t("editorial.make_appointment", &[]),
        href,
        new_tab: false,
        style: "primary",
    });
    button.into_iter().collect()
}

fn facilities(cx: &ViewContext<'_>, fields: &ShowroomFields) -> Vec<LinkView> {
    let known = fields.facilities.iter().filter_map(|key| showroom::facility(cx, key));
    known.map(LinkView::text).collect()
}

fn appointments(cx: &ViewContext<'_>, fields: &ShowroomFields) -> Vec<LinkView> {
    let keys = fields.appointments.iter().flatten();
    let known = keys.filter_map(|key| place::appointment_type(cx, key));
    known.map(LinkView::text).collect()
}

fn sections(cx: &ViewContext<'_>, fields: &ShowroomFields) -> Vec<StorySection> {
    let mut sections = Vec::new();
    if !fields.parking.is_empty() {
        sections.push(StorySection {
            title: cx.t("editorial.parking", &[]),
            text: Some(cx.rich_text(&fields.parking)),
            items: Vec::new(),
        });
    }
    let team: Vec<String> = fields
        .team
        .iter()
        .map(|member| match &member.role {
            Some(role) => format!("{}, {role}", member.name),
            None => member.name.clone(),
        })
        .collect();
    if !team.is_empty() {
        sections.push(StorySection {
            title: cx.t("editorial.team", &[]),
            text: None,
            items: team,
        });
    }
    sections
}

fn store(cx: &ViewContext<'_>, entry: &Entry, fields: &ShowroomFields) -> Value {
    let mut data = json!({
        "@type": "FurnitureStore",
        "name": structured::store_name(cx, entry),
        "address": structured::address(&fields.address),
    });
    let mut set = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            data[key] = value;
        }
    };
    set("telephone", fields.phone.as_ref().map(|phone| json!(phone)));
    set("email", fields.email.as_ref().map(|email| json!(email)));
    let geo = fields.coordinates.map(|at| {
        let (latitude, longitude) = at.degrees();
        json!({"@type": "GeoCoordinates", "latitude": latitude, "longitude": longitude})
    });
    set("geo", geo);
    set("openingHoursSpecification", week(fields));
    set("specialOpeningHoursSpecification", special(fields));
    data
}

fn opening(span: &OpenSpan) -> Value {
    let time = |time: jiff::civil::Time| time.strftime("%H:%M").to_string();
    json!({"@type": "OpeningHoursSpecification", "opens": time(span.opens), "closes": time(span.closes)})
}

fn week(fields: &ShowroomFields) -> Option<Value> {
    let days = fields.hours.week.iter().flat_map(|day| {
        day.spans.iter().map(move |span| {
            let mut hours = opening(span);
            hours["dayOfWeek"] = json!(schema_day(day.day));
            hours
        })
    });
    let days: Vec<Value> = days.collect();
    (!days.is_empty()).then(|| json!(days))
}

/// A closed day opens and closes at midnight, as schema.org defines it.
fn special(fields: &ShowroomFields) -> Option<Value> {
    let shut = OpenSpan {
        opens: jiff::civil::Time::midnight(),
        closes: jiff::civil::Time::midnight(),
    };
    let mut days = Vec::new();
    for day in &fields.hours.special {
        let spans = if day.spans.is_empty() {
            std::slice::from_ref(&shut)
        } else {
            &day.spans
        };
        for span in spans {
            let mut hours = opening(span);
            hours["validFrom"] = json!(day.date.to_string());
            hours["validThrough"] = json!(day.date.to_string());
            days.push(hours);
        }
    }
    (!days.is_empty()).then(|| json!(days))
}

fn schema_day(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "https://schema.org/Monday",
        Weekday::Tue => "https://schema.org/Tuesday",
        Weekday::Wed => "https://schema.org/Wednesday",
        Weekday::Thu => "https://schema.org/Thursday",
        Weekday::Fri => "https://schema.org/Friday",
        Weekday::Sat => "https://schema.org/Saturday",
        Weekday::Sun => "https://schema.org/Sunday",
    }
}
