//! What an appointment at a showroom is limited by: its hours, its special days, and how long before it must be made
//! (R-STORE-02).

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;
use vitrine_forms::appointment::{self, Appointment, Showroom};
use vitrine_model::{
    catalog::Catalog,
    content::{Entry, EntryFields},
    locale::LocaleIndex,
};

use crate::{
    context::ViewContext,
    view::hours::{self, Hours},
};

/// The showrooms that make appointments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct AppointmentProps {
    /// Minimum number of days between today and the appointment.
    lead_days: u32,
    /// By the key of the option.
    pub(crate) showrooms: BTreeMap<String, ShowroomProps>,
}

/// A showroom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ShowroomProps {
    /// When it is open.
    hours: Hours,
    /// Keys of what one can come for; empty = everything.
    types: Vec<String>,
}

/// The limits of these showrooms, whose slugs are the keys of the form's options.
pub(crate) fn appointment<'e>(
    cx: &ViewContext<'_>,
    showrooms: impl IntoIterator<Item = &'e Entry>,
) -> Option<AppointmentProps> {
    let globals = cx.reader.globals(cx.locale);
    let lead_days = globals.and_then(|globals| globals.appointment.lead_days);
    let showrooms: BTreeMap<String, ShowroomProps> = showrooms.into_iter().filter_map(showroom).collect();
    (!showrooms.is_empty()).then(|| AppointmentProps {
        lead_days: lead_days.unwrap_or_default(),
        showrooms,
    })
}

/// The limits for the API, which has every showroom of the release: its keys are those of the form's options.
pub(crate) fn handed(catalog: &Catalog) -> Appointment {
    let lead_days = catalog
        .globals(LocaleIndex(0))
        .and_then(|globals| globals.value().appointment.lead_days);
    let showrooms = catalog.entries().filter_map(|entry| showroom(entry.value()));
    let showrooms = showrooms.map(|(key, ShowroomProps { hours, types })| {
        let Hours { week, special } = hours;
        let hours = appointment::Hours { week, special };
        (key, Showroom { hours, types })
    });
    Appointment {
        lead_days: lead_days.unwrap_or_default(),
        showrooms: showrooms.collect(),
    }
}

fn showroom(entry: &Entry) -> Option<(String, ShowroomProps)> {
    let EntryFields::Showroom(fields) = &entry.fields else {
        return None;
    };
    let types = fields.appointments.clone()?;
    let hours = hours::times(&fields.hours);
    Some((entry.slug.clone(), ShowroomProps { hours, types }))
}
