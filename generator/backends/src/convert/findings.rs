//! Diagnostics of the conversion.
//!
//! **Invariant:** a finding that is wanted once per build (an unsupported block, by its set) is reported once, in a
//! fixed order.

use std::{cell::RefCell, collections::HashSet};

use jiff::{Zoned, civil::Time};
use vitrine_model::{
    diagnostic::{Diagnostic, Place},
    product::Reduction,
    rich_text::Excess,
};

use crate::statamic::wire::Unread;

#[derive(Debug, Default)]
pub(crate) struct Findings {
    list: RefCell<Vec<Diagnostic>>,
    unbuilt: RefCell<HashSet<String>>,
    odd_hours: RefCell<Vec<(Place, String)>>,
}

/// The code of the finding that times of the CMS are at unusual hours.
pub const ODD_HOUR: &str = "odd-hour";

/// Night hours: nothing in a shop starts between them, except at midnight, which stands for a whole day.
const NIGHT: (i8, i8) = (22, 6);

impl Findings {
    pub(crate) fn push(&self, diagnostic: Diagnostic) {
        self.list.borrow_mut().push(diagnostic);
    }

    pub(crate) fn push_all(&self, diagnostics: &[Diagnostic]) {
        self.list.borrow_mut().extend_from_slice(diagnostics);
    }

    /// A value of the wrong shape: reported and left out; it never fails the build (shopware-fields.md).
    pub(crate) fn shape(&self, place: &Place, field: &str, reason: &str) {
        let place = Place {
            field: Some(field.to_owned()),
            ..place.clone()
        };
        let message = format!("the field {field} of {} {} is left out: {reason}", place.kind, place.id);
        self.push(
            Diagnostic::warning("field-shape", message, place).hint("Mend the value in the backend and build again."),
        );
    }

    /// Values of a record that do not have the type of their field.
    pub(crate) fn unread(&self, place: &Place, unread: Unread) {
        for (field, reason) in unread.into_list() {
            self.shape(place, &field, reason);
        }
    }

    /// A page with nothing but its title.
    pub(crate) fn empty_page(&self, place: &Place) {
        let message = format!("the page of {} {} has nothing but its title", place.kind, place.id);
        self.push(
            Diagnostic::warning("page-empty", message, place.clone())
                .hint("Write its texts or blocks, or unpublish it until it has some."),
        );
    }

    /// A text that is too long or nested too deep (rule 13): reported; its text is kept without markup.
    pub(crate) fn excess(&self, place: &Place, field: &str, excess: Excess) {
        let place = Place {
            field: Some(field.to_owned()),
            ..place.clone()
        };
        let message = format!("the text {field} of {} {} is too much: {excess}", place.kind, place.id);
        self.push(
            Diagnostic::warning("text-too-much", message, place)
                .hint("Paste it again as plain text, or make it shorter, and build again."),
        );
    }

    /// An unknown key of a choice field: reported; the field's default is used.
    pub(crate) fn choice(&self, place: &Place, field: &str, word: &str, known: &[&str]) {
        let place = Place {
            field: Some(field.to_owned()),
            ..place.clone()
        };
        let shown: String = word.chars().take(100).collect();
        let message = format!(
            "the field {field} of {} {} holds {shown:?}, which is none of its choices; its default is taken",
            place.kind, place.id
        );
        let hint = format!("Choose one of {} in the CMS and build again.", known.join(", "));
        self.push(Diagnostic::warning("unknown-choice", message, place).hint(hint));
    }

    /// A link or button without a target: the CMS exports links to deleted entries this way.
    pub(crate) fn link_nowhere(&self, place: Place, words: &str) {
        let words: String = words.trim().chars().take(100).collect();
        let message = format!(
            "the link {words:?} in {} {} leads nowhere; its words are printed without it",
            place.kind, place.id
        );
        self.push(Diagnostic::warning("link-nowhere", message, place).hint(
            "Choose the page that it is for in the CMS: the one that it led to was deleted, or none was chosen.",
        ));
    }

    /// A list price that is not struck through (law §2).
    pub(crate) fn reduction(&self, place: Place, reduction: Reduction) {
        let number = &place.id;
        let (message, field) = match reduction {
            Reduction::None | Reduction::Shown => return,
            Reduction::NoReduction(lowest) => (
                format!(
                    "{number} has a list price, but cost {} {} in the 30 days before: nothing is struck through",
                    lowest.decimal(),
                    lowest.currency.as_str()
                ),
                "listPrice",
            ),
            Reduction::Unknown => (
                format!(
                    "{number} has a list price, and its prices of the last 30 days are not known: nothing is struck through"
                ),
                "regulationPrice",
            ),
        };
        let place = Place {
            field: Some(field.to_owned()),
            ..place
        };
        let hint = match reduction {
            Reduction::Unknown => {
                "enter the lowest price of the last 30 days with the product, or remove its list price"
            }
            _ => "remove its list price, or wait until the lower price is 30 days old",
        };
        self.push(Diagnostic::warning("price-reduction", message, place).hint(hint));
    }

    /// A record without a title: reported; its slug is shown.
    pub(crate) fn untitled(&self, place: &Place, slug: &str) {
        let place = Place {
            field: Some("title".to_owned()),
            ..place.clone()
        };
        let message = format!("the {} {} has no title; {slug:?} is shown", place.kind, place.id);
        self.push(Diagnostic::warning("title-missing", message, place).hint("Write its title in the CMS."));
    }

    /// A record that cannot be shown: reported and left out. For an entry this is a missing page.
    pub(crate) fn left_out(&self, place: Place, field: &str, reason: &str) {
        let message = format!("the {} {} is left out: {reason}", place.kind, place.id);
        let place = Place {
            field: Some(field.to_owned()),
            ..place
        };
        let finding = match place.kind.as_str() {
            "entry" => Diagnostic::error("left-out", message, place),
            _ => Diagnostic::warning("left-out", message, place),
        };
        self.push(finding.hint("Mend the record in the backend and build again."));
    }

    /// An entry that the CMS protects: reported and left out.
    pub(crate) fn protected(&self, place: Place, scheme: &str) {
        let shown: String = scheme.chars().take(100).collect();
        let message = format!(
            "the entry {} is protected in the CMS ({shown}), so it has no page: files of a shop window can ask nobody for a password",
            place.id
        );
        let place = Place {
            field: Some("protect".to_owned()),
            ..place
        };
        let hint = "Take `protect` away if everybody may read it; otherwise nothing is to be done.";
        self.push(Diagnostic::warning("entry-protected", message, place).hint(hint));
    }

    /// A set without a template: reported once per build for each set (R-CMS-02).
    pub(crate) fn unbuilt(&self, set: &str, place: &Place) {
        if !self.unbuilt.borrow_mut().insert(set.to_owned()) {
            return;
        }
        let place = Place {
            field: Some(set.to_owned()),
            ..place.clone()
        };
        let message = format!(
            "the block {set:?} has no template; it is left out wherever it stands, here in entry {}",
            place.id
        );
        self.push(
            Diagnostic::warning("block-not-built", message, place).hint("Replace the block in the CMS, or build it."),
        );
    }

    /// Records a start time, if it is at night.
    pub(crate) fn begins(&self, place: &Place, field: &str, moment: &Zoned) {
        let time = moment.time();
        let (late, early) = NIGHT;
        if time == Time::midnight() || (early..late).contains(&time.hour()) {
            return;
        }
        let place = Place {
            field: Some(field.to_owned()),
            ..place.clone()
        };
        let shown = moment.strftime("%Y-%m-%d %H:%M").to_string();
        self.odd_hours.borrow_mut().push((place, shown));
    }

    /// Reported once per build, because the CMS's time zone causes all of them.
    fn odd_hours(&self) {
        let mut all = self.odd_hours.take();
        all.sort();
        let count = all.len();
        let Some((place, shown)) = all.into_iter().next() else {
            return;
        };
        let others = if count > 1 {
            format!(", and {} more", count - 1)
        } else {
            String::new()
        };
        let message = format!(
            "the {} {} begins at {shown} of site.time_zone{others}: the CMS may take dates in another time zone",
            place.kind, place.id
        );
        let hint = "Set timezone in config/app.php of Statamic 5 to site.time_zone, and look at the dates that were typed before; \
                    where the hour is meant, the add-on of scripts/connect/statamic tells the CMS's zone, and this is not said any more.";
        self.push(Diagnostic::warning(ODD_HOUR, message, place).hint(hint));
    }

    pub(crate) fn into_list(self) -> Vec<Diagnostic> {
        self.odd_hours();
        let mut list = self.list.into_inner();
        list.sort();
        list.dedup();
        list
    }
}
