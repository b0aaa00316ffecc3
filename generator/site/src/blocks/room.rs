//! `spacer` and `divider`: room between blocks, with or without a line.
//!
//! **Invariant:** holds nothing that is read aloud.

use minijinja::Value;
use serde::Serialize;
use vitrine_model::content::RoomBlock;

use crate::view;

#[derive(Serialize)]
struct RoomView {
    size: &'static str,
}

pub(super) fn view(block: &RoomBlock) -> Value {
    view::value(RoomView {
        size: block.size.word(),
    })
}
