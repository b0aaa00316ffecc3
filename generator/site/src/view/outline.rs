//! The heading levels of a page, assigned in the order of printing.
//!
//! **Invariant:** the first heading has level 1, and no other has; none is more than one level below the previous one
//! (R-CMS-04).

/// Assigns heading levels.
#[derive(Debug, Default)]
pub struct Outline {
    last: u8,
}

impl Outline {
    /// An outline for a page whose title is already printed.
    pub fn below_title() -> Self {
        Self { last: 1 }
    }

    /// Whether there is no heading yet: the next one is the page's title.
    pub fn is_untitled(&self) -> bool {
        self.last == 0
    }

    /// The level of the next heading, as close as possible to the editor's choice.
    pub fn heading(&mut self, wanted: u8) -> u8 {
        self.last = if self.last == 0 {
            1
        } else {
            wanted.clamp(2, (self.last + 1).min(6))
        };
        self.last
    }

    /// The level of headings below the current one (cards, items), or of a group without its own heading.
    pub fn items(&mut self) -> u8 {
        let level = if self.last <= 1 { 2 } else { 3 };
        // The next block's heading may follow an item.
        self.last = level;
        level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-CMS-04 "keeps headings in order".
    #[test]
    fn r_cms_04_levels_have_no_gap_and_one_first() {
        let mut outline = Outline::default();
        let wanted = [3, 3, 1, 3, 3, 2];
        let given: Vec<u8> = wanted.iter().map(|w| outline.heading(*w)).collect();
        assert_eq!(given, [1, 2, 2, 3, 3, 2]);
    }

    #[test]
    fn items_follow_their_block() {
        let mut outline = Outline::below_title();
        assert_eq!(
            outline.items(),
            2,
            "a group without a heading stands directly below the title"
        );
        let mut outline = Outline::below_title();
        assert_eq!(outline.heading(2), 2);
        assert_eq!(outline.items(), 3);
        assert_eq!(outline.heading(2), 2);
    }
}
