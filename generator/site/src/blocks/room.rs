//! `spacer` and `divider`: space between blocks, with or without a line. Neither contains text for screen readers.

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
