//! The facts of a vacancy on its page and its card: hours, region, work experience (R-CMS-03).

use vitrine_model::content::{Employment, EntryFields, Experience, VacancyFields};

use super::words;
use crate::context::ViewContext;

/// `32–36 per week`
pub(crate) fn hours(cx: &ViewContext<'_>, fields: &VacancyFields) -> Option<String> {
    let least = fields.hours_min.map(|n| n.to_string());
    let hours = words::numbers(least, fields.hours_max.map(|n| n.to_string()))?;
    Some(cx.t("editorial.hours_a_week", &[("hours", &hours)]))
}

/// The region, or the city of the showroom where the job is.
pub(crate) fn region(cx: &ViewContext<'_>, fields: &VacancyFields) -> Option<String> {
    let showroom = || words::related(cx, fields.location.as_ref());
    let city = || match &showroom()?.fields {
        EntryFields::Showroom(showroom) => showroom.city.clone(),
        _ => None,
    };
    fields.region.clone().or_else(city)
}

/// The required work experience.
pub(crate) fn experience(cx: &ViewContext<'_>, experience: Experience) -> String {
    match experience {
        Experience::Unneeded => cx.t("editorial.experience_none", &[]),
        Experience::OneToThree => cx.t("editorial.experience_one_to_three", &[]),
        Experience::ThreeOrMore => cx.t("editorial.experience_three_or_more", &[]),
    }
}

/// Full time, part time or an internship.
pub(crate) fn employment(cx: &ViewContext<'_>, kind: Employment) -> String {
    match kind {
        Employment::FullTime => cx.t("editorial.employment_full_time", &[]),
        Employment::PartTime => cx.t("editorial.employment_part_time", &[]),
        Employment::Internship => cx.t("editorial.employment_internship", &[]),
    }
}

/// One line each for department, hours, region, experience.
pub(crate) fn lines(cx: &ViewContext<'_>, fields: &VacancyFields) -> Vec<String> {
    let lines = [
        fields.department.as_ref().and_then(|id| words::term_title(cx, id)),
        hours(cx, fields),
        region(cx, fields),
        fields.experience.map(|asked| experience(cx, asked)),
    ];
    lines.into_iter().flatten().collect()
}
