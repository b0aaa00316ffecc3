//! Fields of projects, events, news, vacancies and questions. See [`super`].

use vitrine_model::{
    content::{Employment, EventFields, FaqFields, NewsFields, ProjectFields, Registration, VacancyFields},
    link::Link,
};

use super::place::address;
use crate::{
    convert::{blocks::nodes, scope::Scope},
    statamic::wire::Fields,
};

pub(super) fn project(fields: Fields<'_>, scope: &mut Scope<'_>) -> ProjectFields {
    ProjectFields {
        client: fields.text("client"),
        location: fields.text("location"),
        year: scope.year(fields, "year"),
        sector: scope.term(fields, "sector", "sectors"),
        architect: fields.text("architect"),
        photographer: fields.text("photographer"),
        surface: scope.count(fields, "surface_m2"),
        image: scope.image(fields, "image"),
        gallery: scope.images(fields, "gallery"),
        intro: scope.plain(fields, "intro"),
        brands: scope.entries(fields, "brands"),
        products: scope.products(fields, "product_skus"),
        contact: scope.entry(fields, "contact"),
    }
}

pub(super) fn event(fields: Fields<'_>, scope: &mut Scope<'_>) -> EventFields {
    let start = scope.moment(fields, "start");
    if let Some(start) = start.as_ref().filter(|_| !fields.toggle("all_day")) {
        scope.findings.begins(&scope.place, "start", start);
    }
    let end = scope.moment(fields, "end").filter(|end| {
        let in_order = start.as_ref().is_none_or(|start| start <= end);
        if !in_order {
            scope.shape("end", "it lies before the start");
        }
        in_order
    });
    let location = Some(address(fields.group("location"))).filter(|address| !address.is_empty());
    EventFields {
        start,
        end,
        all_day: fields.toggle("all_day"),
        kind: scope.term(fields, "type", "event_types"),
        showroom: scope.entry(fields, "showroom"),
        location,
        image: scope.image(fields, "image"),
        intro: scope.plain(fields, "intro"),
        registration: registration(fields, scope),
        capacity: scope.count(fields, "capacity"),
        brands: scope.entries(fields, "brands"),
    }
}

fn registration(fields: Fields<'_>, scope: &mut Scope<'_>) -> Registration {
    let (found, missing) = match scope.word(fields, "registration", &["none", "form", "external"]) {
        "form" => (
            scope.form(fields, "registration_form").map(Registration::Form),
            "registration_form",
        ),
        "external" => {
            let target = scope.target(fields, "registration_url");
            (target.map(Registration::External), "registration_url")
        }
        _ => return Registration::None,
    };
    found.unwrap_or_else(|| {
        scope.shape(missing, "one can register here, and it names no place where");
        Registration::None
    })
}

pub(super) fn news(fields: Fields<'_>, scope: &mut Scope<'_>) -> NewsFields {
    NewsFields {
        date: scope.date(fields, "date"),
        image: scope.image(fields, "image"),
        intro: scope.plain(fields, "intro"),
        content: nodes(fields, "content", 2, scope),
        topics: scope.terms(fields, "topics", "topics"),
        author: fields.text("author"),
        brands: scope.entries(fields, "brands"),
        designers: scope.entries(fields, "designers"),
        projects: scope.entries(fields, "projects"),
        reading_time: scope.count(fields, "reading_time"),
    }
}

pub(super) fn vacancy(fields: Fields<'_>, scope: &mut Scope<'_>) -> VacancyFields {
    let employment = fields.choice("employment").and_then(|key| {
        let found = Employment::parse(&key);
        if found.is_none() {
            scope.shape(
                "employment",
                &format!("{key:?} is not full_time, part_time or internship"),
            );
        }
        found
    });
    VacancyFields {
        department: scope.term(fields, "department", "departments"),
        location: scope.entry(fields, "location"),
        region: fields.text("region"),
        experience: scope.choices(fields, "experience").into_iter().next(),
        hours_min: scope.count(fields, "hours_min"),
        hours_max: scope.count(fields, "hours_max"),
        employment,
        salary_min: scope.count(fields, "salary_min"),
        salary_max: scope.count(fields, "salary_max"),
        posted: scope.date(fields, "date"),
        closing_date: scope.date(fields, "closing_date"),
        image: scope.image(fields, "image"),
        intro: scope.plain(fields, "intro"),
        text: nodes(fields, "text", 2, scope),
        offer: fields.texts("offer"),
        requirements: fields.texts("requirements"),
        contact_name: fields.text("contact_name"),
        contact_phone: fields.text("contact_phone"),
        contact_email: fields.text("contact_email"),
        form: scope.form(fields, "application_form"),
    }
}

pub(super) fn faq(fields: Fields<'_>, scope: &mut Scope<'_>) -> FaqFields {
    let links = fields.rows("helpful_links").into_iter().filter_map(|row| {
        Some(Link {
            label: row.required("label")?,
            target: scope.target(row, "link"),
            new_tab: false,
        })
    });
    let links = links.collect();
    FaqFields {
        answer: nodes(fields, "answer", 3, scope),
        categories: scope.terms(fields, "categories", "faq_categories"),
        links,
    }
}
