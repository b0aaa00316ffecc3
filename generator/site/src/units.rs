//! Units of rendering: the pages of a family's variants in one locale, and every other page alone. Parts shared by a
//! family are built once for each unit.

use vitrine_model::{catalog::Catalog, ids::ProductId, locale::LocaleIndex};

use crate::page::{PlannedPage, Subject};

/// Indexes of its pages in the plan, in order.
pub(crate) type Unit = Vec<usize>;

/// The locale and family of each product page; a product without a family counts as its own family.
pub(crate) fn families<'p>(
    catalog: &'p Catalog,
    pages: &'p [PlannedPage],
) -> Vec<Option<(LocaleIndex, &'p ProductId)>> {
    let family = |page: &'p PlannedPage| {
        let Subject::Product(id) = &page.subject else {
            return None;
        };
        let family = catalog.product(id).and_then(|record| record.value().family.as_ref());
        Some((page.locale, family.unwrap_or(id)))
    };
    pages.iter().map(family).collect()
}

/// Splits the units of a plan into chunks of at least `least` pages, given the family of each page. A chunk is
/// extended, up to twice its size, until the family of its last page ends. Paths of a family are usually adjacent, so
/// it is rarely split; if it is, each part makes the family's shared values.
pub(crate) fn chunks<F: Ord>(families: &[Option<F>], least: usize) -> Vec<Vec<Unit>> {
    let (mut chunks, mut begin) = (Vec::new(), 0);
    while let Some(rest) = families.get(begin..).filter(|rest| !rest.is_empty()) {
        let last = rest.iter().take(least).next_back();
        let more = rest.iter().skip(least).take(least);
        let more = more
            .take_while(|family| family.is_some() && Some(*family) == last)
            .count();
        let end = families.len().min(begin + least + more);
        chunks.push(units(families, begin..end));
        begin = end;
    }
    chunks
}

fn units<F: Ord>(families: &[Option<F>], places: std::ops::Range<usize>) -> Vec<Unit> {
    let mut keyed: Vec<_> = places.clone().zip(families.iter().skip(places.start)).collect();
    keyed.sort_unstable_by_key(|(place, family)| (*family, *place));
    keyed
        .chunk_by(|(_, one), (_, other)| one.is_some() && one == other)
        .map(|unit| unit.iter().map(|(place, _)| *place).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_a_unit_and_any_other_page_is_one_by_itself() {
        let families = [None, Some('b'), Some('a'), None, Some('b'), Some('a')];
        let chunks = chunks(&families, 6);
        assert_eq!(chunks, [[vec![0], vec![3], vec![2, 5], vec![1, 4]]]);
    }

    #[test]
    fn a_chunk_ends_behind_the_family_of_its_last_page_or_at_twice_its_size() {
        let ends = |families: &[Option<char>]| -> Vec<usize> {
            let chunks = chunks(families, 3);
            chunks.iter().map(|units| units.iter().map(Vec::len).sum()).collect()
        };
        assert_eq!(ends(&[]), [0; 0]);
        assert_eq!(ends(&[None; 7]), [3, 3, 1]);
        let (a, b) = (Some('a'), Some('b'));
        assert_eq!(ends(&[None, a, a, a, b, b, b]), [4, 3]);
        assert_eq!(ends(&[a; 8]), [6, 2]);
    }
}
