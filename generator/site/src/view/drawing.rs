//! A drawing of a product's dimensions: front and side view on one floor line, or a flat product from above, with
//! dimension lines.
//!
//! **Invariant:** everything is drawn to one scale from known dimensions; with fewer than two there is no drawing.
//! Nothing about the shape is invented.

use serde::Serialize;
use vitrine_model::product::Dimensions;

use crate::context::ViewContext;

/// The drawing. The unit is a CSS pixel at the default text size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DrawingView {
    /// Width of the whole.
    pub width: u32,
    /// Height of the whole.
    pub height: u32,
    /// Description for screen readers.
    pub label: String,
    /// One or two views, from left to right.
    pub views: Vec<SideView>,
    /// The floor line as a path; `None` for a view from above.
    pub floor: Option<String>,
}

/// A positioned text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Words {
    /// `58 cm`
    pub text: String,
    /// The centre of the text, or its right end if it is left of a vertical line.
    pub x: u32,
    /// The baseline.
    pub y: u32,
}

/// A view of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideView {
    /// Name above the view: `Front`.
    pub name: Words,
    /// The outline as a path.
    pub outline: String,
    /// Dimension lines with end marks, as a path.
    pub lines: String,
    /// Horizontal dimension below the view: `58 cm`.
    pub across: Words,
    /// Vertical dimension left of the view, only for the first one: `82 cm`.
    pub down: Option<Words>,
}

/// The size of a side in millimetres.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Side {
    kind: Kind,
    across: u32,
    down: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Front,
    Side,
    Top,
    Round,
}

/// Total width available for the views, without margins and gaps.
const ACROSS: u32 = 208;
const DOWN: u32 = 176;
/// Space left of a view for the text of its vertical line.
const LEFT: u32 = 68;
/// Height of the name above a view.
const TOP: u32 = 28;
const BETWEEN: u32 = 32;
const BELOW: u32 = 36;
/// A view is at least as wide as the text below it.
const NARROWEST: u32 = 56;

/// The sides to draw.
fn sides(size: &Dimensions) -> Vec<Side> {
    // For a table, length is the main dimension; for a chair, width.
    let (front, side) = match (size.diameter, size.depth, size.length) {
        (Some(diameter), _, _) => (Some(diameter), None),
        (None, None, Some(length)) => (Some(length), size.width),
        (None, depth, _) => (size.width, depth),
    };
    let Some(front) = front else {
        return Vec::new();
    };
    let flat = |height: u32| u64::from(height) * 20 < u64::from(front.max(side.unwrap_or(0)));
    match size.height.filter(|height| !flat(*height)) {
        Some(height) => [(Kind::Front, Some(front)), (Kind::Side, side)]
            .into_iter()
            .filter_map(|(kind, across)| {
                Some(Side {
                    kind,
                    across: across?,
                    down: height,
                })
            })
            .collect(),
        None if size.diameter.is_some() => vec![Side {
            kind: Kind::Round,
            across: front,
            down: front,
        }],
        None => side
            .map(|side| Side {
                kind: Kind::Top,
                across: front,
                down: side,
            })
            .into_iter()
            .collect(),
    }
}

/// A length at the scale of the drawing, at least 1.
fn scaled(mm: u32, (units, of): (u64, u64)) -> u32 {
    u32::try_from((u64::from(mm) * units / of.max(1)).max(1)).unwrap_or(u32::MAX)
}

/// The scale (units, millimetres) at which all sides fit in width and height.
fn scale(sides: &[Side]) -> (u64, u64) {
    let across: u64 = sides.iter().map(|s| u64::from(s.across)).sum();
    let down = sides.iter().map(|s| u64::from(s.down)).max().unwrap_or(1);
    if across * u64::from(DOWN) > down * u64::from(ACROSS) {
        (ACROSS.into(), across)
    } else {
        (DOWN.into(), down)
    }
}

/// The position of a view.
#[derive(Clone, Copy)]
struct Frame {
    x: u32,
    width: u32,
    height: u32,
}

impl Frame {
    const fn middle(self) -> u32 {
        self.x + self.width / 2
    }

    const fn bottom(self) -> u32 {
        TOP + self.height
    }

    fn outline(self, round: bool) -> String {
        let Self { x, width, height } = self;
        if round {
            let radius = width / 2;
            let (left, middle) = (x, TOP + height / 2);
            return format!("M{left} {middle}a{radius} {radius} 0 1 1 {width} 0a{radius} {radius} 0 1 1-{width} 0z");
        }
        format!("M{x} {TOP}h{width}v{height}h-{width}z")
    }

    /// A horizontal dimension line with the width of the view.
    fn line_across(self) -> String {
        let Self { x, width, .. } = self;
        let y = self.bottom() + 14;
        format!("M{x} {}v8m0-4h{width}m0-4v8", y - 4)
    }

    /// A vertical dimension line.
    fn line_down(self) -> String {
        let x = self.x - 14;
        format!("M{} {TOP}h8m-4 0v{}m-4 0h8", x - 4, self.height)
    }
}

/// The drawing of a product, if enough dimensions are known.
pub fn drawing(cx: &ViewContext<'_>, size: &Dimensions) -> Option<DrawingView> {
    let sides = sides(size);
    let first = *sides.first()?;
    let scale = scale(&sides);
    let height = scaled(first.down, scale);
    let mut left = LEFT;
    let mut views: Vec<SideView> = Vec::new();
    for side in &sides {
        let width = scaled(side.across, scale);
        let slot = width.max(NARROWEST);
        let x = left + (slot - width) / 2;
        views.push(view(
            cx,
            *side,
            Frame { x, width, height },
            views.is_empty(),
            size.diameter.is_some(),
        ));
        left += slot + BETWEEN;
    }
    let width = left - BETWEEN + 8;
    let elevated = matches!(first.kind, Kind::Front | Kind::Side);
    Some(DrawingView {
        width,
        height: TOP + height + BELOW,
        label: label(cx, &views),
        views,
        floor: elevated.then(|| format!("M{} {}H{width}", LEFT - 24, TOP + height)),
    })
}

fn view(cx: &ViewContext<'_>, side: Side, frame: Frame, first: bool, diameter: bool) -> SideView {
    let length = |mm: u32| cx.t("product.centimetres", &[("length", &cx.format.tenths(mm))]);
    let name = match side.kind {
        Kind::Front => cx.t("product.front", &[]),
        Kind::Side => cx.t("product.side", &[]),
        Kind::Top | Kind::Round => cx.t("product.top", &[]),
    };
    let upright = first && side.kind != Kind::Round;
    let mut lines = frame.line_across();
    if upright {
        lines.push_str(&frame.line_down());
    }
    let across = length(side.across);
    SideView {
        name: Words {
            text: name,
            x: frame.middle(),
            y: 12,
        },
        outline: frame.outline(side.kind == Kind::Round),
        lines,
        across: Words {
            text: if diameter { format!("⌀ {across}") } else { across },
            x: frame.middle(),
            y: frame.bottom() + 34,
        },
        down: upright.then(|| Words {
            text: length(side.down),
            x: frame.x - 24,
            y: TOP + frame.height / 2 + 4,
        }),
    }
}

/// `Dimension drawing. Front: 58 cm × 82 cm. Side: 54 cm × 82 cm.`
fn label(cx: &ViewContext<'_>, views: &[SideView]) -> String {
    let down = views.iter().find_map(|view| view.down.as_ref());
    let height = down.map(|down| format!(" × {}", down.text)).unwrap_or_default();
    let words = views
        .iter()
        .map(|view| format!(" {}: {}{height}.", view.name.text, view.across.text));
    format!("{}.{}", cx.t("product.drawing", &[]), words.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(width: u32, height: u32) -> Dimensions {
        let known = |mm: u32| (mm > 0).then_some(mm);
        Dimensions {
            width: known(width),
            height: known(height),
            ..Dimensions::default()
        }
    }

    fn kinds(size: &Dimensions) -> Vec<Kind> {
        sides(size).iter().map(|side| side.kind).collect()
    }

    /// R-PDP-01: only known dimensions are drawn.
    #[test]
    fn r_pdp_01_only_known_sides_are_drawn() {
        let chair = Dimensions {
            depth: Some(540),
            ..size(580, 820)
        };
        assert_eq!(kinds(&chair), [Kind::Front, Kind::Side]);
        let table = Dimensions {
            length: Some(2_200),
            ..size(940, 740)
        };
        assert_eq!(
            sides(&table).first().map(|side| side.across),
            Some(2_200),
            "a table by its length"
        );
        let rug = Dimensions {
            depth: Some(2_000),
            ..size(1_400, 6)
        };
        assert_eq!(kinds(&rug), [Kind::Top]);
        let lamp = Dimensions {
            diameter: Some(390),
            ..size(0, 0)
        };
        assert_eq!(kinds(&lamp), [Kind::Round]);
        assert_eq!(
            kinds(&Dimensions {
                diameter: Some(390),
                ..size(0, 290)
            }),
            [Kind::Front]
        );
        for too_little in [size(0, 0), size(580, 0), size(0, 820)] {
            assert!(sides(&too_little).is_empty(), "{too_little:?}");
        }
    }

    #[test]
    fn all_sides_have_one_scale_and_fit() {
        for (width, depth, height) in [
            (580, 540, 820),
            (2_120, 910, 850),
            (60, 60, 2_000),
            (u32::MAX, u32::MAX, 1),
        ] {
            let known = Dimensions {
                depth: Some(depth),
                ..size(width, height)
            };
            let sides = sides(&known);
            let scale = scale(&sides);
            let across: u32 = sides.iter().map(|side| scaled(side.across, scale)).sum();
            assert!(
                across <= ACROSS + 1 && sides.iter().all(|side| scaled(side.down, scale) <= DOWN),
                "{known:?}"
            );
        }
    }
}
