//! Page weight within the budgets (`budgets.md`): HTML, style sheets, and scripts that run without interaction,
//! gzipped.

use flate2::Compression;

use crate::{
    dom::Element,
    finding::{Kind, Notes},
    page::{Check, Page},
    release::{Target, gzip_size},
};

pub(super) const CHECK: Check = Check {
    name: "budgets",
    title: "Pages over budget",
    page: Some(page),
    site: None,
};

static HTML: Kind = Kind::error(
    "html-over-budget",
    "Shorten the page: fewer blocks, products or words, or several pages.",
);
static STYLES: Kind = Kind::error("styles-over-budget", "Tell whoever builds the shop.");
static SCRIPTS: Kind = Kind::error("scripts-over-budget", "Tell whoever builds the shop.");

/// A row of `budgets.md`, in KB (1,024 bytes) of gzip.
struct Budget {
    kinds: &'static [&'static str],
    html: usize,
    styles: usize,
    scripts: usize,
}

const fn budget(kinds: &'static [&'static str], html: usize, styles: usize, scripts: usize) -> Budget {
    Budget {
        kinds,
        html,
        styles,
        scripts,
    }
}

/// Home, content, brand, designer, project, news: every kind without a row of its own.
const CONTENT: Budget = budget(&[], 20, 14, 6);
/// A page of an entry that shows a list of products or entries.
const LISTING: Budget = budget(&["collection", "list"], 26, 14, 8);

/// Pages whose main content is a form: their island loads immediately, like those of the account.
const FORMS: &[&str] = &[
    "account",
    "login",
    "register",
    "forgot_password",
    "reset_password",
    "confirm_registration",
    "newsletter_confirm",
    "newsletter_unsubscribe",
    "withdrawal",
];

static BUDGETS: [Budget; 7] = [
    LISTING,
    budget(&["product"], 20, 14, 10),
    budget(&["search"], 14, 14, 85),
    budget(&["cart"], 14, 14, 85),
    budget(&["checkout"], 14, 14, 95),
    budget(FORMS, 14, 14, 90),
    budget(&["not_found", "failure", "maintenance"], 14, 14, 5),
];

/// Number of links to entries or products in lists above which a page counts as a listing.
const LONG_LIST: usize = 24;

const KB: usize = 1_024;

fn page(page: &Page<'_>, notes: &mut Notes) {
    let budget = budget_of(page);
    let weigh = |files: &[String]| files.iter().filter_map(|file| page.release.weight(file)).sum::<usize>();
    let (styles, scripts) = linked(page);
    over(
        page,
        notes,
        &HTML,
        "the HTML",
        html_size(page.html, budget.html * KB),
        budget.html,
    );
    over(page, notes, &STYLES, "its style sheets", weigh(&styles), budget.styles);
    over(
        page,
        notes,
        &SCRIPTS,
        "its scripts before any interaction",
        weigh(&scripts),
        budget.scripts,
    );
}

fn over(page: &Page<'_>, notes: &mut Notes, kind: &'static Kind, what: &str, bytes: usize, budget: usize) {
    if bytes > budget * KB {
        let tenths = (bytes * 10).div_ceil(KB);
        let message = format!(
            "{what}: {}.{} KB compressed; a page of kind {} may have {budget} KB",
            tenths / 10,
            tenths % 10,
            page.entry.kind
        );
        page.note(notes, kind, message);
    }
}

fn budget_of(page: &Page<'_>) -> &'static Budget {
    let kind = page.entry.kind.as_str();
    // The outcome of an order loads the React island like the checkout does.
    let kind = if kind.starts_with("checkout") { "checkout" } else { kind };
    let kind = if kind.starts_with("account") { "account" } else { kind };
    let row = BUDGETS.iter().find(|row| row.kinds.contains(&kind));
    row.unwrap_or_else(|| if is_listing(page) { &LISTING } else { &CONTENT })
}

fn is_listing(page: &Page<'_>) -> bool {
    let lists = page
        .dom
        .first("main")
        .into_iter()
        .flat_map(|main| main.descendants().collect::<Vec<_>>());
    let items = lists
        .filter(|e| e.is("li") && e.descendants().any(|link| link.is("a")))
        .count();
    items >= LONG_LIST
}

/// The style sheets of the page, and its scripts that run without interaction.
fn linked(page: &Page<'_>) -> (Vec<String>, Vec<String>) {
    let (mut styles, mut scripts) = (Vec::new(), Vec::new());
    for element in page.dom.elements() {
        let (list, address) = match element.name() {
            "link" if element.has_word("rel", "stylesheet") => (&mut styles, element.get("href")),
            "link" if element.has_word("rel", "modulepreload") => (&mut scripts, element.get("href")),
            "script" => (&mut scripts, element.get("src")),
            _ => continue,
        };
        add(page, list, address);
    }
    for script in own_islands(page) {
        add(page, &mut scripts, Some(&script));
    }
    (styles, scripts)
}

fn add(page: &Page<'_>, list: &mut Vec<String>, address: Option<&str>) {
    if let Some(Target::File(file)) = address.map(|address| page.release.resolve(address).target)
        && !list.contains(&file)
    {
        list.push(file);
    }
}

/// Conditions of an island that wait for the visitor.
const WAITING: [&str; 2] = ["interaction", "query"];

/// What the loader loads of the shop's own islands without interaction, which no element of the page names.
fn own_islands(page: &Page<'_>) -> Vec<String> {
    let waits = |island: &Element<'_>| island.get("data-when").is_some_and(|when| WAITING.contains(&when));
    let islands = page.dom.elements().filter(|e| e.has("data-island") && !waits(e));
    let data = islands.filter_map(|island| {
        let script = island
            .descendants()
            .find(|e| e.get("type") == Some("application/json"))?;
        serde_json::from_str::<OwnIsland>(&script.text()).ok()
    });
    data.flat_map(|own| std::iter::once(own.file).chain(own.imports))
        .collect()
}

/// What the data of one of the shop's own islands says; that of the program's has no file.
#[derive(serde::Deserialize)]
struct OwnIsland {
    file: String,
    imports: Vec<String>,
}

/// The gzipped size. Fast compression is tried first: if its result is within the budget, so is that of the best
/// compression.
fn html_size(html: &str, budget: usize) -> usize {
    let fast = gzip_size(html.as_bytes(), Compression::fast());
    match fast {
        Some(size) if size <= budget => size,
        _ => gzip_size(html.as_bytes(), Compression::default()).unwrap_or(usize::MAX),
    }
}
