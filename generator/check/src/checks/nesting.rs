//! Content model of HTML: no interactive element inside another, no block inside phrasing content, no list item outside
//! a list.

use std::collections::BTreeSet;

use crate::{
    dom::Element,
    finding::{Kind, Notes},
    page::Page,
};

static INTERACTIVE: Kind = Kind::error(
    "nested-interactive",
    "Tell whoever builds the shop: a link or button may hold no other link, button or field.",
);
static MISPLACED: Kind = Kind::error(
    "misplaced-element",
    "If the text of an entry holds this HTML, correct it there; otherwise tell whoever builds the shop.",
);

/// Elements that may contain only phrasing content.
const PHRASING_ONLY: [&str; 32] = [
    "abbr", "b", "bdi", "bdo", "button", "cite", "code", "data", "dfn", "em", "h1", "h2", "h3", "h4", "h5", "h6", "i",
    "kbd", "label", "mark", "meter", "output", "p", "pre", "q", "s", "small", "span", "strong", "sub", "sup", "time",
];

/// Block elements (flow content that is not phrasing content).
const BLOCKS: [&str; 32] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "dialog",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "section",
    "table",
    "ul",
];

/// Elements with a transparent content model.
const TRANSPARENT: [&str; 4] = ["a", "del", "ins", "noscript"];

pub(super) fn check_page(page: &Page<'_>, notes: &mut Notes) {
    let mut told = BTreeSet::new();
    for element in page.dom.elements().filter(Element::is_html) {
        if let Some(around) = enclosing_control(&element) {
            let message = format!("a <{}> stands in a <{}>", element.name(), around.name());
            page.note(notes, &INTERACTIVE, with_text(message, &around));
        }
        // One finding per kind is enough: templates repeat the fault.
        if let Some(parent) = wrong_parent(&element)
            && told.insert((element.name(), parent))
        {
            page.note(
                notes,
                &MISPLACED,
                format!("<{}> may not stand in <{parent}>", element.name()),
            );
        }
    }
}

fn with_text(message: String, around: &Element<'_>) -> String {
    let text: String = around.text().chars().take(60).collect();
    if text.is_empty() {
        message
    } else {
        format!("{message} ({text:?})")
    }
}

/// The link, button or label around a control that may not contain it.
fn enclosing_control<'d>(element: &Element<'d>) -> Option<Element<'d>> {
    let is_label = element.is("label");
    if !is_label && !is_interactive(element) {
        return None;
    }
    element.ancestors().find(|around| match around.name() {
        "a" => around.has("href"),
        "button" => true,
        "label" => is_label,
        _ => false,
    })
}

fn is_interactive(element: &Element<'_>) -> bool {
    match element.name() {
        "a" => element.has("href"),
        "audio" | "video" => element.has("controls"),
        "input" => element.get("type") != Some("hidden"),
        "button" | "details" | "embed" | "iframe" | "select" | "textarea" => true,
        _ => element.has("tabindex"),
    }
}

/// The name of the parent element if it may not contain this element.
fn wrong_parent<'d>(element: &Element<'d>) -> Option<&'d str> {
    let parent = element.parent()?;
    let name = element.name();
    let allowed = match name {
        "li" => parent.is_one_of(&["ul", "ol", "menu"]),
        "dt" | "dd" => parent.is("dl") || (parent.is("div") && parent.parent().is_some_and(|list| list.is("dl"))),
        "figcaption" => parent.is("figure"),
        "summary" => parent.is("details"),
        "legend" => parent.is("fieldset"),
        "option" => parent.is_one_of(&["select", "optgroup", "datalist"]),
        "source" => parent.is_one_of(&["picture", "video", "audio"]),
        "script" | "template" => true,
        _ => match parent.name() {
            "ul" | "ol" | "menu" | "select" | "optgroup" => !parent.is_html() || parent.is("select"),
            "dl" => name == "div",
            _ => !BLOCKS.contains(&name) || !allows_only_phrasing(&parent),
        },
    };
    (!allowed).then(|| parent.name())
}

/// Whether an element may contain only phrasing content; for a transparent element its parent decides.
fn allows_only_phrasing(element: &Element<'_>) -> bool {
    let own = std::iter::once(*element).chain(element.ancestors());
    let deciding = own.into_iter().find(|one| !one.is_one_of(&TRANSPARENT));
    deciding.is_some_and(|one| one.is_one_of(&PHRASING_ONLY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Dom;

    /// Misplaced elements and nested controls in a body.
    fn found(body: &str) -> (Vec<String>, usize) {
        let dom = Dom::parse(&format!(
            "<!doctype html><html lang=nl><head><title>x</title></head><body>{body}</body></html>"
        ));
        let wrong = dom
            .elements()
            .filter_map(|e| Some(format!("{} in {}", e.name(), wrong_parent(&e)?)));
        let controls = dom.elements().filter(|e| enclosing_control(e).is_some()).count();
        (wrong.collect(), controls)
    }

    #[test]
    fn allowed_nesting_is_not_reported() {
        let sound = "<ul><li><a href=/><h2>a</h2><p>b</p></a></li></ul><dl><div><dt>a</dt><dd><p>b</p></dd></div></dl>\
            <figure><img src=x alt=a><figcaption>b</figcaption></figure><details><summary><h2>a</h2></summary><p>b</p></details>\
            <picture><source srcset=x><img src=x alt=a></picture><select><optgroup><option>a</option></optgroup></select>\
            <fieldset><legend>a</legend><label>b <input></label></fieldset><svg><a href=/><text>a</text></a></svg>";
        assert_eq!(found(sound), (Vec::new(), 0));
    }

    #[test]
    fn forbidden_nesting_is_reported_with_its_parent() {
        assert_eq!(found("<span><div>a</div></span>").0, ["div in span"]);
        assert_eq!(found("<h2><a href=/><ul><li>a</li></ul></a></h2>").0, ["ul in a"]);
        assert_eq!(
            found("<ul><div>a</div></ul><div><li>b</li></div>").0,
            ["div in ul", "li in div"]
        );
        assert_eq!(
            found("<div><dt>a</dt></div><p><figcaption>b</figcaption></p>").0,
            ["dt in div", "figcaption in body"]
        );
        assert_eq!(found("<a href=/><button>a</button></a>").1, 1);
        assert_eq!(found("<button><span tabindex=0>a</span></button>").1, 1);
        assert_eq!(found("<label>a <label>b</label></label>").1, 1);
    }
}
