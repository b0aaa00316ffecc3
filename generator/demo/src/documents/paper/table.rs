//! Tables between hairlines. A row stays whole; on a new page the heads are drawn again, for the eye alone.

use krilla::tagging::{ArtifactType, TableHeaderScope, Tag};

use super::canvas::Colour;
use super::face::Style;
use super::sheet::Sheet;
use super::styles;

/// Above and below the words of a row.
const PAD: f32 = 4.5;
/// Between columns.
const GUTTER: f32 = 12.0;

/// A column: its head and its part of the width.
#[derive(Debug, Clone)]
pub(crate) struct Column<'t> {
    pub(crate) head: &'t str,
    pub(crate) part: f32,
}

impl Sheet<'_> {
    /// Names and what they are, a row each.
    pub(crate) fn facts(&mut self, rows: &[(String, String)], name_part: f32) {
        self.canvas.begin(Tag::Table);
        for (name, value) in rows {
            let widths = [self.width * name_part, self.width * (1.0 - name_part)];
            self.row(&[name, value], &widths, Row::Named);
        }
        self.canvas.end();
        self.hairline();
    }

    /// Rows below heads; the first column names its row.
    pub(crate) fn table(&mut self, columns: &[Column<'_>], rows: &[Vec<String>]) {
        let widths: Vec<f32> = columns.iter().map(|column| column.part * self.width).collect();
        let heads: Vec<&str> = columns.iter().map(|column| column.head).collect();
        self.canvas.begin(Tag::Table);
        self.row(&heads, &widths, Row::Heads);
        for row in rows {
            let cells: Vec<&str> = row.iter().map(String::as_str).collect();
            if self.need(self.row_height(&cells, &widths, Row::Plain)) {
                self.decorated(ArtifactType::PaginationOther, |sheet| {
                    sheet.cells(&heads, &widths, Row::Again)
                });
            }
            self.row(&cells, &widths, Row::Plain);
        }
        self.canvas.end();
        self.hairline();
    }

    fn row_height(&self, cells: &[&str], widths: &[f32], kind: Row) -> f32 {
        let heights = cells.iter().zip(widths).enumerate();
        let heights = heights.map(|(index, (cell, width))| self.height_in(cell, kind.style(index), width - GUTTER));
        heights.fold(styles::CELL.leading, f32::max) + 2.0 * PAD
    }

    fn row(&mut self, cells: &[&str], widths: &[f32], kind: Row) {
        self.need(self.row_height(cells, widths, kind));
        self.canvas.begin(Tag::TR);
        self.cells(cells, widths, kind);
        self.canvas.end();
    }

    fn cells(&mut self, cells: &[&str], widths: &[f32], kind: Row) {
        let height = self.row_height(cells, widths, kind);
        if (self.y - self.began).abs() < 0.5 {
            // The section's own line is above; the words stand level with its name.
            self.y -= PAD;
        } else if kind != Row::Heads && kind != Row::Again {
            self.hairline();
        }
        let top = self.y;
        let mut from = 0.0;
        for (index, (cell, width)) in cells.iter().zip(widths).enumerate() {
            self.y = top + PAD;
            let tagged = kind.begin(self, index);
            self.column(from, width - GUTTER, |sheet| sheet.words(cell, kind.style(index)));
            if tagged {
                self.canvas.end();
            }
            from += width;
        }
        self.y = top + height;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Heads,
    /// The heads on a later page.
    Again,
    /// A name in the soft colour, and what it is.
    Named,
    Plain,
}

impl Row {
    fn style(self, column: usize) -> Style {
        match (self, column) {
            (Self::Heads | Self::Again, _) | (Self::Named, 0) => styles::LABEL,
            _ => styles::CELL.in_colour(Colour::INK),
        }
    }

    /// Begins a cell; the heads of a later page have none.
    fn begin(self, sheet: &mut Sheet<'_>, column: usize) -> bool {
        match (self, column) {
            (Self::Again, _) => return false,
            (Self::Heads, _) => sheet.canvas.begin(Tag::TH(TableHeaderScope::Column)),
            (_, 0) => sheet.canvas.begin(Tag::TH(TableHeaderScope::Row)),
            _ => sheet.canvas.begin(Tag::TD),
        }
        true
    }
}
