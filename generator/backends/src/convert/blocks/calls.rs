//! Converts the calls to action `newsletter_cta`, `appointment_cta` and `catalogues_cta` (content model §8).

use vitrine_model::content::{AppointmentCtaBlock, BlockKind, CataloguesCtaBlock, NewsletterCtaBlock};

use super::set_fields::{entry_ids, text_level};
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn newsletter(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::NewsletterCta(NewsletterCtaBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        form: scope.form(set, "form"),
        image: scope.image(set, "image"),
        variant: scope.choice(set, "variant"),
        heading,
    })
}

pub(super) fn appointment(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::AppointmentCta(AppointmentCtaBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        showroom: entry_ids(set, "showroom").into_iter().next(),
        image: scope.image(set, "image"),
        buttons: scope.buttons(set),
        heading,
    })
}

pub(super) fn catalogues(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::CataloguesCta(CataloguesCtaBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        catalogues: entry_ids(set, "catalogues"),
        form: scope.form(set, "form"),
        image: scope.image(set, "image"),
        buttons: scope.buttons(set),
        heading,
    })
}
