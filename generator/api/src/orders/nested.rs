//! Nests the lines of an order below their containers: Shopware returns them as one list (Shopware §11.1).
//!
//! **Invariant:** each line is shown once, whatever its `parentId`; lines nested deeper than [`DEEPEST`] are shown at
//! that depth.

use std::collections::{HashMap, HashSet};

use vitrine_backends::shopware::session::{Order, OrderLine};

use super::types::OrderLineItem;

/// The number of levels below a container that are shown as such.
const DEEPEST: usize = 16;

/// Lines by the id of the line that contains them.
type Inside<'o> = HashMap<&'o str, Vec<&'o OrderLine>>;

/// The lines that no other line contains.
pub(super) fn outermost(order: &Order) -> impl Iterator<Item = &OrderLine> {
    let ids: HashSet<&str> = order.lines.iter().map(|line| line.id.as_str()).collect();
    order
        .lines
        .iter()
        .filter(move |line| parent(line).is_none_or(|id| !ids.contains(id)))
}

/// The outermost lines, each with its contents.
pub(super) fn line_items(order: &Order, show: impl Fn(&OrderLine) -> OrderLineItem) -> Vec<OrderLineItem> {
    let outermost: Vec<&OrderLine> = outermost(order).collect();
    let shown: HashSet<*const OrderLine> = outermost.iter().map(|line| std::ptr::from_ref(*line)).collect();
    let mut inside = Inside::new();
    for line in order
        .lines
        .iter()
        .filter(|line| !shown.contains(&std::ptr::from_ref(*line)))
    {
        inside.entry(parent(line).unwrap_or_default()).or_default().push(line);
    }
    let mut found: Vec<OrderLineItem> = outermost
        .into_iter()
        .map(|line| filled(line, DEEPEST, &mut inside, &show))
        .collect();
    // Lines that contain each other, in the order's own sequence.
    let lost: HashSet<*const OrderLine> = inside.into_values().flatten().map(std::ptr::from_ref).collect();
    let lost = order
        .lines
        .iter()
        .filter(|line| lost.contains(&std::ptr::from_ref(*line)));
    found.extend(lost.map(show));
    found
}

fn parent(line: &OrderLine) -> Option<&str> {
    line.parent_id.as_deref().filter(|id| *id != line.id)
}

fn filled<'o>(
    line: &'o OrderLine,
    levels: usize,
    inside: &mut Inside<'o>,
    show: &impl Fn(&OrderLine) -> OrderLineItem,
) -> OrderLineItem {
    let mut shown = show(line);
    let mut left: Vec<&OrderLine> = inside.remove(line.id.as_str()).unwrap_or_default();
    left.reverse();
    while let Some(child) = left.pop() {
        if levels > 1 {
            shown.children.push(filled(child, levels - 1, inside, show));
            continue;
        }
        shown.children.push(show(child));
        left.extend(inside.remove(child.id.as_str()).unwrap_or_default().into_iter().rev());
    }
    shown
}
