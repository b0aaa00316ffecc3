//! `spacer` and `divider`
//!
//! **Invariant:** reads the fields of content model §8 and nothing else.

use vitrine_model::content::{BlockKind, RoomBlock};

use crate::{convert::scope::Scope, statamic::wire::Fields};

pub(super) fn spacer(set: Fields<'_>, _: &mut Scope<'_>) -> BlockKind {
    BlockKind::Spacer(room(set))
}

pub(super) fn divider(set: Fields<'_>, _: &mut Scope<'_>) -> BlockKind {
    BlockKind::Divider(room(set))
}

fn room(set: Fields<'_>) -> RoomBlock {
    RoomBlock {
        size: set.choice("size").unwrap_or_else(|| "medium".to_owned()),
    }
}
