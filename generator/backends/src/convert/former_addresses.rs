//! Converts the former paths of entries, from earlier pulls (R-ROUTE-09).

use vitrine_model::{ids::EntryId, redirect::FormerAddress};

use super::{entries::path_of, error::ConvertError, input::Input};
use crate::pull::{self, FORMER_ADDRESSES, is_kept};

pub(crate) fn convert(input: &Input<'_>) -> Result<Vec<FormerAddress>, ConvertError> {
    let config = input.config;
    let mut found = Vec::new();
    for record in input.snapshot.records::<pull::FormerAddress>(FORMER_ADDRESSES)? {
        let old = record?;
        let known = input.locales().find(|(_, known)| known.code.as_str() == old.locale);
        let (Some((index, locale)), Ok(entry)) = (known, EntryId::parse(&old.entry)) else {
            continue;
        };
        let ends = old.left_at.checked_add(config.keep_addresses);
        if let (true, Ok(path), Ok(ends)) = (
            is_kept(old.left_at, config.now, config.keep_addresses),
            path_of(&old.uri, locale),
            ends,
        ) {
            input.next_change.at(ends);
            found.push(FormerAddress {
                locale: index,
                path,
                entry,
                until: ends.to_zoned(config.time_zone.clone()).date(),
            });
        }
    }
    Ok(found)
}
