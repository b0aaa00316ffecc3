//! Converts `spacer` and `divider` (content model §8).

use vitrine_model::content::{BlockKind, RoomBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn spacer(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::Spacer(room(set, scope))
}

pub(super) fn divider(set: Fields<'_>, scope: &mut Scope<'_>) -> BlockKind {
    BlockKind::Divider(room(set, scope))
}

fn room(set: Fields<'_>, scope: &Scope<'_>) -> RoomBlock {
    RoomBlock {
        size: scope.choice(set, "size"),
    }
}
