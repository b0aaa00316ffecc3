//! The design tokens: custom properties of `:root`.
//!
//! **Invariant:** own tokens are those that the program has; an unknown one is an error with the nearest name.

use std::collections::BTreeMap;

use super::{css, error::ThemeError, names::nearest};

/// The rule that may have tokens.
const ROOT: &str = ":root";

/// Values by name, outside of media queries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tokens(BTreeMap<String, String>);

impl Tokens {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub(super) fn into_pairs(self) -> Vec<(String, String)> {
        self.0.into_iter().collect()
    }

    /// The tokens that begin so, with the value of these or, without one, of the others.
    pub(super) fn over<'a>(&'a self, others: &'a Self, begin: &'a str) -> impl Iterator<Item = &'a str> {
        let names = others.0.keys().filter(move |name| name.starts_with(begin));
        names.filter_map(|name| self.get(name).or_else(|| others.get(name)))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// Declarations of those that the others do not have.
    pub(super) fn without(&self, others: &Self) -> String {
        let left = self.0.iter().filter(|(name, _)| !others.0.contains_key(*name));
        left.map(|(name, value)| format!("{name}:{value};")).collect()
    }

    pub(super) fn has_any(&self, begin: &str) -> bool {
        self.0.keys().any(|name| name.starts_with(begin))
    }
}

/// The tokens of the program's own file.
pub(super) fn declared(file: &str, text: &str) -> Result<Tokens, ThemeError> {
    let text = css::without_comments(text);
    let mut tokens = BTreeMap::new();
    for rule in css::rules(file, &text, 1)? {
        if let (ROOT, Some(body)) = (rule.prelude, rule.body) {
            for (_, name, value) in css::declarations(file, body, rule.body_line)? {
                tokens.insert(name.to_owned(), value.to_owned());
            }
        }
    }
    Ok(Tokens(tokens))
}

/// Checks an own file without comments: `:root` with known tokens, also in a media query, and `@font-face`.
pub(super) fn checked(file: &str, text: &str, known: &Tokens) -> Result<Tokens, ThemeError> {
    let mut own = BTreeMap::new();
    for rule in css::rules(file, text, 1)? {
        match (rule.prelude, rule.body) {
            (ROOT, Some(body)) => own.extend(of_root(file, body, rule.body_line, known)?),
            ("@font-face", Some(_)) => {}
            (prelude, Some(body)) if prelude.starts_with("@media") => {
                for inner in css::rules(file, body, rule.body_line)? {
                    match (inner.prelude, inner.body) {
                        (ROOT, Some(body)) => drop(of_root(file, body, inner.body_line, known)?),
                        (other, _) => return Err(misplaced(file, inner.line, other)),
                    }
                }
            }
            (other, _) => return Err(misplaced(file, rule.line, other)),
        }
    }
    Ok(Tokens(own))
}

/// The rules of the layer of tokens with other values in each `:root`; returns which tokens have their place there.
pub(super) fn replaced(file: &str, layer: &str, own: &Tokens) -> Result<(String, Tokens), ThemeError> {
    let mut out = String::new();
    let mut placed = Tokens::default();
    for rule in css::rules(file, layer, 1)? {
        let Some(body) = rule.body else {
            out.push_str(&format!("{};", rule.prelude));
            continue;
        };
        if rule.prelude != ROOT {
            out.push_str(&format!("{}{{{body}}}", rule.prelude));
            continue;
        }
        out.push_str(":root{");
        for (_, name, value) in css::declarations(file, body, 1)? {
            let value = own.get(name).unwrap_or(value);
            placed.0.insert(name.to_owned(), value.to_owned());
            out.push_str(&format!("{name}:{value};"));
        }
        out.push('}');
    }
    Ok((out, placed))
}

/// Whether a typeface is one of these families, which are in lower case.
pub(super) fn is_of(file: &str, face: &str, families: &[String]) -> Result<bool, ThemeError> {
    let declarations = css::declarations(file, face, 1)?;
    let family = declarations.iter().find(|(_, name, _)| *name == "font-family");
    Ok(family.is_none_or(|(_, _, family)| {
        let family = family.trim_matches(['"', '\'']).to_lowercase();
        families.contains(&family)
    }))
}

fn of_root(file: &str, body: &str, line: usize, known: &Tokens) -> Result<BTreeMap<String, String>, ThemeError> {
    let mut own = BTreeMap::new();
    for (line, name, value) in css::declarations(file, body, line)? {
        if known.get(name).is_none() {
            let like = nearest(name, known.0.keys().map(String::as_str)).unwrap_or_default();
            let message = format!(
                "{name} is no token of the program: the nearest is {like}. Properties of your own stand in theme/styles/*.css"
            );
            return Err(ThemeError::new(file, line, message));
        }
        own.insert(name.to_owned(), value.to_owned());
    }
    Ok(own)
}

fn misplaced(file: &str, line: usize, prelude: &str) -> ThemeError {
    let message = format!(
        "{prelude:?} cannot stand here, only :root (also in @media) and @font-face: rules belong into theme/styles/*.css"
    );
    ThemeError::new(file, line, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_token_is_told_with_its_line_and_the_nearest() {
        let known = declared("t", ":root { --color-paper: #fff; --space-m: 1rem; }").unwrap();
        let error = checked("tokens.css", ":root {\n  --color-papper: #000;\n}", &known).unwrap_err();
        assert_eq!(error.line, Some(2));
        assert!(error.message.contains("nearest is --color-paper"), "{error}");
        let error = checked("tokens.css", "@media print { .x { color: red } }", &known).unwrap_err();
        assert!(error.message.contains("theme/styles"), "{error}");
        let own = checked("tokens.css", ":root { --space-m: 2rem } @font-face { x: y }", &known).unwrap();
        assert_eq!(own.get("--space-m"), Some("2rem"));
    }
}
