//! Outlines as they are drawn, scaled and placed, before krilla sees them.

use krilla::geom::{Path, PathBuilder};

type Point = (f32, f32);

#[derive(Debug, Clone, Copy)]
enum Segment {
    Move(Point),
    Line(Point),
    Curve(Point, Point, Point),
    Close,
}

/// An outline of lines and curves.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trace(Vec<Segment>);

impl Trace {
    /// Straight lines from point to point; `closed` joins the ends.
    pub(crate) fn of(points: &[Point], closed: bool) -> Self {
        let segment = |(index, point): (usize, &Point)| match index {
            0 => Segment::Move(*point),
            _ => Segment::Line(*point),
        };
        let mut trace = Self(points.iter().enumerate().map(segment).collect());
        if closed {
            trace.0.push(Segment::Close);
        }
        trace
    }

    /// A rectangle.
    pub(crate) fn rectangle((x, y): Point, (width, height): Point) -> Self {
        let (right, bottom) = (x + width, y + height);
        Self::of(&[(x, y), (right, y), (right, bottom), (x, bottom)], true)
    }

    /// A circle of four curves.
    pub(crate) fn circle((x, y): Point, r: f32) -> Self {
        let mut trace = Self::default();
        trace.add_circle((x, y), r);
        trace
    }

    fn add_circle(&mut self, (x, y): Point, r: f32) {
        let k = r * 0.552_284_8;
        self.0.extend([
            Segment::Move((x + r, y)),
            Segment::Curve((x + r, y + k), (x + k, y + r), (x, y + r)),
            Segment::Curve((x - k, y + r), (x - r, y + k), (x - r, y)),
            Segment::Curve((x - r, y - k), (x - k, y - r), (x, y - r)),
            Segment::Curve((x + k, y - r), (x + r, y - k), (x + r, y)),
            Segment::Close,
        ]);
    }

    /// Reads a path in absolute `M`, `L`, `H`, `V`, `C`, `Z`, and `O x y radius` for a circle.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut trace = Self::default();
        let mut pen = (0.0, 0.0);
        let mut letters = text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).peekable();
        while let Some((at, letter)) = letters.next() {
            let end = letters.peek().map_or(text.len(), |(next, _)| *next);
            let words = text.get(at + 1..end)?.split([' ', ',']).filter(|word| !word.is_empty());
            let numbers: Vec<f32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
            trace.command(&mut pen, letter, &numbers)?;
        }
        (!trace.0.is_empty()).then_some(trace)
    }

    fn command(&mut self, pen: &mut Point, letter: char, numbers: &[f32]) -> Option<()> {
        match (letter, numbers) {
            ('M', [x, y]) => {
                *pen = (*x, *y);
                self.0.push(Segment::Move(*pen));
            }
            ('L', pairs) if pairs.len().is_multiple_of(2) => {
                for pair in pairs.chunks_exact(2) {
                    *pen = (*pair.first()?, *pair.last()?);
                    self.0.push(Segment::Line(*pen));
                }
            }
            ('H', [x]) => {
                pen.0 = *x;
                self.0.push(Segment::Line(*pen));
            }
            ('V', [y]) => {
                pen.1 = *y;
                self.0.push(Segment::Line(*pen));
            }
            ('C', [a, b, c, d, x, y]) => {
                *pen = (*x, *y);
                self.0.push(Segment::Curve((*a, *b), (*c, *d), *pen));
            }
            ('O', [x, y, radius]) => self.add_circle((*x, *y), *radius),
            ('Z', []) => self.0.push(Segment::Close),
            _ => return None,
        }
        Some(())
    }

    /// The same, so many times as large, its upper left corner at `origin`.
    pub(crate) fn placed(&self, origin: Point, scale: f32) -> Self {
        let place = |(x, y): Point| (origin.0 + x * scale, origin.1 + y * scale);
        let placed = |segment: &Segment| match *segment {
            Segment::Move(to) => Segment::Move(place(to)),
            Segment::Line(to) => Segment::Line(place(to)),
            Segment::Curve(a, b, to) => Segment::Curve(place(a), place(b), place(to)),
            Segment::Close => Segment::Close,
        };
        Self(self.0.iter().map(placed).collect())
    }

    /// For krilla; none where there is nothing to see.
    pub(super) fn build(&self) -> Option<Path> {
        let mut builder = PathBuilder::new();
        for segment in &self.0 {
            match *segment {
                Segment::Move((x, y)) => builder.move_to(x, y),
                Segment::Line((x, y)) => builder.line_to(x, y),
                Segment::Curve(a, b, to) => builder.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1),
                Segment::Close => builder.close(),
            }
        }
        builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_whole_or_not_at_all() {
        for good in ["M0 0 L10 0 10 5 Z", "M1.5,2 H4 V-3", "O5 5 2", "M0 0 C1 1 2 2 3 3"] {
            assert!(
                Trace::parse(good).is_some_and(|trace| trace.build().is_some()),
                "{good}"
            );
        }
        for bad in ["", "M1", "L1 2 3", "A1 2 3", "M0 0 C1 1 2 2", "O1 2"] {
            assert!(Trace::parse(bad).is_none(), "{bad}");
        }
    }
}
