//! Converts `cta` (content model §8).

use vitrine_model::content::{BlockKind, CtaBlock};

use super::set_fields::text_level;
use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn convert(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    let heading = scope.heading(set);
    BlockKind::Cta(CtaBlock {
        text: scope.rich(set, "text", text_level(&heading)),
        image: scope.image(set, "image"),
        variant: scope.choice(set, "variant"),
        buttons: scope.buttons(set),
        heading,
    })
}
