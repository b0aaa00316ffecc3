//! Converts the blocks for forms: `generic_form`, `company_account_form`, `showroom_appointment_form` and
//! `vacancy_application_form` (content model §8).
//!
//! Only the handle of the form is kept; its definition is a record of its own.

use vitrine_model::{
    content::{
        BlockKind, CompanyAccountFormBlock, FormSuccess, GenericFormBlock, ShowroomAppointmentFormBlock, Step,
        VacancyApplicationFormBlock,
    },
    ids::FormHandle,
};

use super::set_fields::{entry_ids, text_level};
use crate::{convert::scope::Scope, statamic::wire::Fields};

/// The chosen form, or the one that the set is made for.
fn form_or(set: Fields<'_>, default: &str, scope: &Scope<'_>) -> Option<FormHandle> {
    scope.form(set, "form").or_else(|| FormHandle::parse(default).ok())
}

fn success(set: Fields<'_>, scope: &Scope<'_>) -> FormSuccess {
    FormSuccess {
        title: set.text("success_title"),
        text: scope.rich(set, "success_text", 3),
        page: entry_ids(set, "success_redirect").into_iter().next(),
    }
}

pub(super) fn generic(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::GenericForm(Box::new(GenericFormBlock {
        form: scope.form(set, "form"),
        text: scope.rich(set, "text", text_level(&heading)),
        image: scope.image(set, "image"),
        submit_label: set.text("submit_label"),
        success: success(set, scope),
        heading,
    }))
}

pub(super) fn company_account(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let benefits = set.rows("benefits").into_iter();
    let steps = set.rows("steps").into_iter().filter_map(|row| {
        Some(Step {
            title: row.required("title")?,
            text: scope.plain(row, "text"),
        })
    });
    BlockKind::CompanyAccountForm(CompanyAccountFormBlock {
        heading: scope.heading(set),
        form: form_or(set, "company_account_request", scope),
        benefits: benefits
            .filter(|row| row.required("text").is_some())
            .filter_map(|row| scope.plain(row, "text"))
            .collect(),
        steps: steps.collect(),
        success: success(set, scope),
    })
}

pub(super) fn showroom_appointment(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::ShowroomAppointmentForm(ShowroomAppointmentFormBlock {
        heading: scope.heading(set),
        form: form_or(set, "showroom_appointment", scope),
        showrooms: entry_ids(set, "showrooms"),
        preselect: entry_ids(set, "preselect").into_iter().next(),
        types: set.choices("types"),
        success: success(set, scope),
    })
}

pub(super) fn vacancy_application(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::VacancyApplicationForm(VacancyApplicationFormBlock {
        heading: scope.heading(set),
        form: scope.form(set, "form"),
    })
}
