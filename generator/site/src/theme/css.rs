//! Reads style sheets as far as the theme needs: rules, declarations and addresses of files.
//!
//! **Invariant:** text in quotes and comments is never taken for syntax; line numbers are those of the file.

use super::error::ThemeError;

/// A rule: `:root { … }`, `@media (…) { … }`, or a statement without a body, `@import …;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule<'a> {
    pub(super) prelude: &'a str,
    /// 1-based.
    pub(super) line: usize,
    /// `None` for a statement.
    pub(super) body: Option<&'a str>,
    /// The line on which the body begins.
    pub(super) body_line: usize,
}

/// The text without its comments: blanks in their place, so that lines stay.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut quote, mut rest) = (None, text);
    while let Some(c) = rest.chars().next() {
        if quote.is_none() && rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            let (comment, behind) = rest.split_at(end);
            out.extend(comment.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = behind;
            continue;
        }
        match quote {
            Some(open) if open == c => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
        out.push(c);
        rest = rest.get(c.len_utf8()..).unwrap_or("");
    }
    out
}

/// The offsets of these characters outside of quotes and parentheses, one after the other.
fn outside(text: &str, wanted: &[char]) -> Option<(usize, char)> {
    let (mut quote, mut depth) = (None, 0_u32);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth = depth.saturating_sub(1),
            (None, c) if depth == 0 && wanted.contains(&c) => return Some((at, c)),
            _ => {}
        }
    }
    None
}

fn lines_in(text: &str) -> usize {
    text.matches('\n').count()
}

/// The rules of a text without comments that begins on `line`.
pub(super) fn rules<'a>(file: &str, text: &'a str, mut line: usize) -> Result<Vec<Rule<'a>>, ThemeError> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        line += lines_in(rest.get(..rest.len() - trimmed.len()).unwrap_or(""));
        if trimmed.is_empty() {
            return Ok(found);
        }
        let Some((at, c)) = outside(trimmed, &['{', ';', '}']) else {
            return Err(ThemeError::new(
                file,
                line,
                "a rule does not end: add the missing \"}\" or \";\"",
            ));
        };
        let (prelude, behind) = trimmed.split_at(at);
        let behind = behind.get(1..).unwrap_or("");
        let body_line = line + lines_in(prelude);
        let begin = line;
        let (body, after) = match c {
            '}' => return Err(ThemeError::new(file, body_line, "\"}\" closes nothing: remove it")),
            ';' => (None, behind),
            _ => {
                let end = closing(behind)
                    .ok_or_else(|| ThemeError::new(file, line, "a \"{\" is not closed: add the missing \"}\""))?;
                (behind.get(..end), behind.get(end + 1..).unwrap_or(""))
            }
        };
        line = body_line + body.map_or(0, lines_in);
        found.push(Rule {
            prelude: prelude.trim(),
            line: begin,
            body,
            body_line,
        });
        rest = after;
    }
}

/// The offset of the brace that closes a body.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut from) = (0_u32, 0);
    loop {
        let (at, c) = outside(text.get(from..)?, &['{', '}'])?;
        match c {
            '{' => depth += 1,
            _ if depth == 0 => return Some(from + at),
            _ => depth -= 1,
        }
        from += at + 1;
    }
}

/// The declarations of a body as `(line, name, value)`.
pub(super) fn declarations<'a>(
    file: &str,
    body: &'a str,
    mut line: usize,
) -> Result<Vec<(usize, &'a str, &'a str)>, ThemeError> {
    let mut found = Vec::new();
    let mut rest = body;
    while !rest.trim().is_empty() {
        let end = outside(rest, &[';']).map_or(rest.len(), |(at, _)| at);
        let one = rest.get(..end).unwrap_or("");
        let begin = line + lines_in(one.get(..one.len() - one.trim_start().len()).unwrap_or(""));
        line += lines_in(one);
        rest = rest.get(end + 1..).unwrap_or("");
        if one.trim().is_empty() {
            continue;
        }
        let Some((name, value)) = one.split_once(':') else {
            let message = format!("{:?} is no declaration: write \"name: value;\"", one.trim());
            return Err(ThemeError::new(file, begin, message));
        };
        found.push((begin, name.trim(), value.trim()));
    }
    Ok(found)
}

/// The text with every address in `url(…)` replaced by what `replace` says.
pub(super) fn with_urls(
    text: &str,
    mut replace: impl FnMut(&str, usize) -> Result<String, ThemeError>,
) -> Result<String, ThemeError> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut line = 1;
    while let Some(at) = rest.find("url(") {
        let (before, from) = rest.split_at(at + "url(".len());
        out.push_str(before);
        line += lines_in(before);
        let end = from.find(')').unwrap_or(from.len());
        let (inside, behind) = from.split_at(end);
        let address = inside.trim().trim_matches(['"', '\'']);
        out.push_str(&format!("\"{}\"", replace(address, line)?));
        line += lines_in(inside);
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

/// The text with single blanks, without those around braces, semicolons and commas and after colons, and without the
/// last semicolon of a rule.
pub(super) fn compact(text: &str) -> String {
    let before = |c: char| matches!(c, '{' | '}' | ';' | ',');
    let after = |c: char| before(c) || c == ':';
    let mut out = String::with_capacity(text.len());
    let (mut quote, mut blank) = (None, false);
    for c in text.chars() {
        if quote.is_none() && c.is_whitespace() {
            blank = true;
            continue;
        }
        if blank && quote.is_none() && !before(c) && out.chars().next_back().is_some_and(|last| !after(last)) {
            out.push(' ');
        }
        blank = false;
        if quote.is_none() && c == '}' && out.ends_with(';') {
            out.pop();
        }
        match quote {
            Some(open) if open == c => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_their_lines_and_bodies() {
        let text = without_comments(
            "/* a\n{ */\n:root {\n  --a: url(\"x;}\");\n}\n@media (width < 1px) { :root { --b: 1 } }\n@import \"x\";",
        );
        let found = rules("t.css", &text, 1).unwrap();
        let told: Vec<_> = found
            .iter()
            .map(|rule| (rule.prelude, rule.line, rule.body.is_some()))
            .collect();
        assert_eq!(
            told,
            [
                (":root", 3, true),
                ("@media (width < 1px)", 6, true),
                ("@import \"x\"", 7, false)
            ]
        );
        let body = found[0].body.unwrap();
        assert_eq!(
            declarations("t.css", body, found[0].body_line).unwrap(),
            [(4, "--a", "url(\"x;}\")")]
        );
    }

    #[test]
    fn what_is_not_closed_is_an_error_with_its_line() {
        for (text, line) in [("\n:root {", 2), (":root {}\n}", 2), ("a", 1)] {
            let error = rules("t.css", text, 1).unwrap_err();
            assert_eq!(error.line, Some(line), "{text:?}: {error}");
        }
    }

    #[test]
    fn quoted_text_keeps_its_blanks() {
        let text = ".a  >  b :hover {\n  content: \"x  ;  y\";\n  margin: 1px  2px;\n}\n";
        assert_eq!(compact(text), ".a > b :hover{content:\"x  ;  y\";margin:1px 2px}");
    }
}
