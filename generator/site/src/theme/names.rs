//! Names that are alike.
//!
//! **Invariant:** the same input gives the same name.

/// The known name that is most like this one; `None` without known names.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(f64, &str)> = None;
    for one in known {
        let alike = strsim::jaro_winkler(name, one);
        if best.is_none_or(|(most, _)| alike > most) {
            best = Some((alike, one));
        }
    }
    best.map(|(_, name)| name)
}
