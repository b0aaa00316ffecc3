//! A canvas as the bytes of a PDF/UA-1 file, written by krilla. What the standard refuses is an error, never a file.

use krilla::color::rgb;
use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Size, Transform};
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ContentTag, Identifier, Node as TagNode, SpanTag, TagGroup, TagTree};
use krilla::{Document, SerializeSettings};

use super::canvas::{Canvas, Child, Colour, Entry, Mark, Op, Owner};
use super::sheet::{About, PAGE_HEIGHT, PAGE_WIDTH};

/// Why a document could not be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PaperError {
    /// krilla refused, or the standard did.
    #[error("writing the PDF: {0}")]
    Refused(String),
    /// Something on a page cannot be drawn.
    #[error("{0}")]
    Unfit(String),
}

/// The file.
pub(super) fn emit(canvas: &Canvas, about: &About) -> Result<Vec<u8>, PaperError> {
    let configuration = ConfigurationBuilder::new()
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| PaperError::Refused(format!("{error:?}")))?;
    let mut document = Document::new_with(SerializeSettings {
        configuration,
        ..SerializeSettings::default()
    });
    let mut identifiers: Vec<Option<Identifier>> = vec![None; canvas.marks.len()];
    for number in 0..canvas.pages {
        let settings = PageSettings::from_wh(PAGE_WIDTH, PAGE_HEIGHT)
            .ok_or_else(|| PaperError::Unfit("the page has no size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let marks = canvas.marks.iter().zip(&mut identifiers);
        for (mark, identifier) in marks.filter(|(mark, _)| mark.page == number) {
            *identifier = Some(draw(&mut surface, mark));
        }
        surface.finish();
        page.finish();
    }
    document.set_metadata(metadata(about));
    document.set_outline(outline(&canvas.entries));
    document.set_tag_tree(tree(canvas, &identifiers, about));
    document
        .finish()
        .map_err(|error| PaperError::Refused(format!("{error:?}")))
}

fn metadata(about: &About) -> Metadata {
    let (year, month, day) = about.issued;
    let issued = DateTime::new(year)
        .month(month)
        .day(day)
        .hour(9)
        .minute(0)
        .second(0)
        .utc_offset_hour(0)
        .utc_offset_minute(0);
    Metadata::new()
        .title(about.title.clone())
        .description(about.description.clone())
        .language(about.language.clone())
        .authors(vec![about.author.clone()])
        .creator(about.author.clone())
        .creation_date(issued)
        .document_id(about.name.clone())
}

fn outline(entries: &[Entry]) -> Outline {
    let node = |entry: &Entry| {
        let point = Point::from_xy(0.0, entry.y);
        OutlineNode::new(entry.text.clone(), XyzDestination::new(entry.page, point))
    };
    let mut outline = Outline::new();
    let mut open: Option<OutlineNode> = None;
    for entry in entries {
        match &mut open {
            Some(title) if entry.level > 1 => title.push_child(node(entry)),
            _ => {
                if let Some(title) = open.replace(node(entry).with_open(true)) {
                    outline.push_child(title);
                }
            }
        }
    }
    if let Some(title) = open {
        outline.push_child(title);
    }
    outline
}

fn tree(canvas: &Canvas, identifiers: &[Option<Identifier>], about: &About) -> TagTree {
    let mut tree = TagTree::new().with_lang(Some(about.language.clone()));
    for root in &canvas.roots {
        if let Some(group) = group(canvas, identifiers, *root) {
            tree.push(group);
        }
    }
    tree
}

fn group(canvas: &Canvas, identifiers: &[Option<Identifier>], node: usize) -> Option<TagGroup> {
    let node = canvas.nodes.get(node)?;
    let children = node.children.iter().filter_map(|child| match child {
        Child::Node(below) => group(canvas, identifiers, *below).map(TagNode::Group),
        Child::Mark(mark) => identifiers.get(*mark).copied().flatten().map(TagNode::Leaf),
    });
    Some(TagGroup::with_children(node.tag.clone(), children.collect()))
}

fn draw(surface: &mut Surface<'_>, mark: &Mark) -> Identifier {
    let words = mark.ops.iter().all(|op| matches!(op, Op::Words { .. }));
    let identifier = surface.start_tagged(match mark.owner {
        Owner::Decoration(kind) => ContentTag::Artifact(Artifact::with_kind(kind)),
        Owner::Node(_) if words => ContentTag::Span(SpanTag::empty()),
        Owner::Node(_) => ContentTag::Other,
    });
    for op in &mark.ops {
        put(surface, op);
    }
    surface.end_tagged();
    identifier
}

fn put(surface: &mut Surface<'_>, op: &Op) {
    match op {
        Op::Words { run, glyphs, x, y } => {
            surface.set_stroke(None);
            surface.set_fill(Some(fill(run.style.colour)));
            let glyphs = run.glyphs.get(glyphs.clone()).unwrap_or_default();
            let start = Point::from_xy(*x, *y);
            surface.draw_glyphs(start, glyphs, run.font.clone(), &run.text, run.style.size, false);
        }
        Op::Outline {
            trace,
            fill: inside,
            line,
            dash,
        } => {
            surface.set_fill(inside.map(fill));
            surface.set_stroke(line.map(|(colour, width)| Stroke {
                paint: colour_of(colour).into(),
                width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                dash: dash.map(|length| StrokeDash {
                    array: vec![length, length],
                    offset: 0.0,
                }),
                ..Stroke::default()
            }));
            if let Some(path) = trace.build() {
                surface.draw_path(&path);
            }
        }
        Op::Picture { image, place } => {
            if let Some(size) = Size::from_wh(place.width(), place.height()) {
                surface.push_transform(&Transform::from_translate(place.left(), place.top()));
                surface.draw_image(image.clone(), size);
                surface.pop();
            }
        }
    }
}

fn fill(colour: Colour) -> Fill {
    Fill {
        paint: colour_of(colour).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::NonZero,
    }
}

fn colour_of(Colour(red, green, blue): Colour) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}
