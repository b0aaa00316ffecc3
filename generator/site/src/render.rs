//! Renders one page: view, template, checks, fingerprint, file.
//!
//! **Invariant:** page content is dropped after writing; only the manifest entry and the search document are kept.

mod files;
mod locale_parts;

use std::{collections::BTreeMap, sync::Arc};

use minijinja::Value;
use vitrine_model::{
    catalog::Catalog, diagnostic::Diagnostic, locale::LocaleIndex, record::RecordHash, review::Remark,
};

use crate::{
    checks::{self, Known},
    context::{
        Origin, Sheets, ViewContext,
        value_store::{Fragments, SiteFragments},
    },
    diagnostics::Diagnostics,
    error::{PageFailure, Reason},
    header_footer::HeaderFooter,
    heading_ids,
    json_line::json_line,
    load::Site,
    output::{
        manifest::PageLine,
        page_records::{NoteNumbers, PageRecord},
        search_file::SearchLine,
        staging::Staging,
    },
    page::{PlannedPage, Subject},
    page_view::PageView,
    pages::PageKind,
    plan::PlanIndex,
    reader::{Notes, Reader},
    review::Reviewer,
    search_labels,
    templates::{self, Around, Filled, PageSlots, Slotted, Values, from_serde, mark},
};

/// The parts that all pages of a locale share.
pub(crate) struct LocaleParts {
    pub(crate) header_footer: HeaderFooter,
    /// `locale`, `locales`, `site`, `currency`, `home`.
    shared: Arc<[(&'static str, Value)]>,
    /// Hash of the inputs that all pages of this locale share; the start of every fingerprint.
    pub(crate) base: RecordHash,
}

/// The result of a written page.
pub(crate) struct Written {
    pub(crate) line: PageLine,
    /// With the numbers of [`NoteNumbers`], and without its findings.
    pub(crate) record: PageRecord,
    /// What was found while it was rendered.
    pub(crate) found: Vec<Diagnostic>,
    /// Its line of the search index.
    pub(crate) search: Option<SearchLine>,
    pub(crate) remarks: Vec<Remark>,
    /// Whether it was taken over from the live release.
    pub(crate) is_reused: bool,
}

/// A page that was not written.
pub(crate) struct Traced {
    pub(crate) html: Vec<u8>,
    pub(crate) view: PageView,
    pub(crate) base: RecordHash,
    pub(crate) notes: Notes,
    pub(crate) found: Vec<Diagnostic>,
}

/// Buffers of one worker, reused for each page.
#[derive(Default)]
pub(crate) struct Buffers {
    rendered: Vec<u8>,
    page: Filled,
}

/// All inputs of rendering.
pub(crate) struct Renderer<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) site: &'a Site,
    pub(crate) plan: &'a PlanIndex,
    pub(crate) diagnostics: &'a Diagnostics,
    pub(crate) locale_parts: Arc<Vec<LocaleParts>>,
    kinds: BTreeMap<&'static str, &'static dyn PageKind>,
    file_values: Value,
    pub(crate) fragments: SiteFragments,
}

impl<'a> Renderer<'a> {
    /// Renders header and footer of every locale.
    pub(crate) fn new(
        catalog: &'a Catalog,
        site: &'a Site,
        plan: &'a PlanIndex,
        diagnostics: &'a Diagnostics,
        sharing: bool,
    ) -> Result<Self, Vec<PageFailure>> {
        let bare = Self::with_locale_parts(catalog, site, plan, diagnostics, Arc::default(), sharing);
        let (mut locale_parts, mut failures) = (Vec::new(), Vec::new());
        for (index, locale) in catalog.locales().iter() {
            match bare.locale_parts_of(index) {
                Ok(parts) => locale_parts.push(parts),
                Err(reason) => failures.push(PageFailure {
                    path: format!("header and footer of {}", locale.code),
                    source_entry: "navigations and globals".to_owned(),
                    reason,
                }),
            }
        }
        if failures.is_empty() {
            Ok(Self {
                locale_parts: Arc::new(locale_parts),
                ..bare
            })
        } else {
            Err(failures)
        }
    }

    /// With header and footer that were already rendered for the same Catalog, site and plan.
    pub(crate) fn with_locale_parts(
        catalog: &'a Catalog,
        site: &'a Site,
        plan: &'a PlanIndex,
        diagnostics: &'a Diagnostics,
        locale_parts: Arc<Vec<LocaleParts>>,
        sharing: bool,
    ) -> Self {
        Self {
            catalog,
            site,
            plan,
            diagnostics,
            locale_parts,
            kinds: site.kinds.iter().map(|kind| (kind.name(), *kind)).collect(),
            file_values: Self::file_values(site),
            fragments: SiteFragments::new(sharing),
        }
    }

    fn view_context<'r>(
        &'r self,
        reader: &'r Reader<'r>,
        diagnostics: &'r Diagnostics,
        fragments: &'r Fragments<'r>,
        locale: LocaleIndex,
        origin: Origin,
    ) -> Result<ViewContext<'r>, String> {
        let files = self
            .site
            .locale(locale)
            .ok_or_else(|| format!("the locale {} has no texts", locale.0))?;
        Ok(ViewContext {
            reader,
            locale,
            config: &self.site.config,
            routes: &self.site.routes,
            messages: &files.messages,
            format: &files.format,
            sheets: Sheets::of(&self.site.assets),
            simple: self
                .locale_parts
                .get(usize::from(locale.0))
                .map(|parts| &parts.header_footer.simple),
            gazetteer: files.gazetteer.as_ref().map(|file| file.file.as_str()),
            diagnostics,
            origin,
            fragments,
            failures: Vec::new().into(),
        })
    }

    /// The search labels of a locale, as a line of JSON.
    pub(crate) fn search_labels(&self, locale: LocaleIndex) -> Result<Vec<u8>, Reason> {
        let reader = Reader::new(self.catalog, self.plan);
        let fragments = Fragments::new(&self.fragments);
        let cx = self.view_context(&reader, self.diagnostics, &fragments, locale, Origin::of_many("search"))?;
        let labels = search_labels::of_locale(&cx);
        match cx.failures.into_inner().into_iter().next() {
            Some(failure) => Err(failure.to_string().into()),
            None => Ok(json_line(&labels)),
        }
    }

    fn known(&self) -> Known<'_> {
        Known {
            plan: self.plan,
            assets: &self.site.assets,
            icons: &self.site.icons,
        }
    }

    /// Renders and writes one page; `fragments` are those of the pages rendered together with it.
    pub(crate) fn page(
        &self,
        page: &PlannedPage,
        fragments: &Fragments<'_>,
        buffers: &mut Buffers,
        (staging, reviewer): (&Staging<'_>, &Reviewer<'_>),
        numbers: &NoteNumbers<'_>,
    ) -> Result<Written, Reason> {
        let (reader, found) = (Reader::new(self.catalog, self.plan), Diagnostics::default());
        let (view, base) = self.make(page, (&reader, &found), fragments, buffers)?;
        let written = staging
            .write(&format!("site/{}", page.file), &buffers.page.html)
            .map_err(|e| e.to_string())?;
        let header = self.header(page, &view);
        let remarks = reviewer.page(page, self.catalog.locales(), (&buffers.page, header), written);
        let markdown = self.markdown(page, &view);
        let has_markdown = markdown.is_some();
        if let Some(text) = markdown {
            let file = format!("site/{}", page.path.markdown_file());
            staging.write(&file, text.as_bytes()).map_err(|e| e.to_string())?;
        }
        let notes = reader.into_notes();
        let fingerprint = notes.hash(&[base.as_bytes(), page.kind.as_bytes()]);
        let (notes, parts) = numbers.of(notes);
        Ok(Written {
            line: PageLine::of(page, fingerprint),
            record: PageRecord {
                file: page.file.clone(),
                source: page.source.clone(),
                locale: page.locale.0,
                fingerprint,
                notes,
                parts,
                has_markdown,
                search_length: search_length(view.search.as_deref())?,
                findings: Vec::new(),
            },
            found: found.into_list(),
            search: view.search.map(SearchLine::New),
            remarks,
            is_reused: false,
        })
    }

    /// Notes what the plan says about the page; the href of the news feed, for pages that link it: the home page, the
    /// news, and their overview.
    fn feed<'r>(&self, page: &PlannedPage, reader: &Reader<'r>) -> Option<&'r str> {
        let feed = reader.page(page);
        if page.path == self.site.routes.home(page.locale) {
            return reader.feed(page.locale);
        }
        feed
    }

    /// The Markdown form of a page; shells and pages that are not indexed have none.
    pub(crate) fn markdown<'v>(&self, page: &PlannedPage, view: &'v PageView) -> Option<&'v str> {
        let has_path = self.plan.page(&page.path).is_some();
        view.markdown.as_deref().filter(|_| has_path && !view.head.noindex)
    }

    /// The Markdown of a page, whether or not it is published with the page.
    pub(crate) fn text_of(&self, page: &PlannedPage) -> Result<Option<String>, PageFailure> {
        let (reader, fragments) = (Reader::new(self.catalog, self.plan), Fragments::new(&self.fragments));
        let kind = self.kinds.get(page.kind);
        let view = || -> Result<Option<String>, Reason> {
            let kind = kind.ok_or_else(|| format!("there is no page kind {:?}", page.kind))?;
            let cx = self.view_context(&reader, self.diagnostics, &fragments, page.locale, Origin::page(page))?;
            Ok(kind.view(&cx, page).map_err(|e| e.to_string())?.markdown)
        };
        view().map_err(failure_of(page))
    }

    /// Renders one page without writing it, for the preview.
    pub(crate) fn html(&self, page: &PlannedPage) -> Result<Vec<u8>, PageFailure> {
        let mut buffers = Buffers::default();
        let (reader, fragments) = (Reader::new(self.catalog, self.plan), Fragments::new(&self.fragments));
        self.make(page, (&reader, self.diagnostics), &fragments, &mut buffers)
            .map_err(failure_of(page))?;
        Ok(buffers.page.html)
    }

    /// Renders one page without writing it.
    pub(crate) fn traced(&self, page: &PlannedPage) -> Result<Traced, PageFailure> {
        let mut buffers = Buffers::default();
        let (reader, fragments) = (Reader::new(self.catalog, self.plan), Fragments::new(&self.fragments));
        let found = Diagnostics::default();
        let made = self.make(page, (&reader, &found), &fragments, &mut buffers);
        let (view, base) = made.map_err(failure_of(page))?;
        Ok(Traced {
            html: buffers.page.html,
            view,
            base: *base,
            notes: reader.into_notes(),
            found: found.into_list(),
        })
    }

    /// Builds a page's view, renders it into the buffer `page`, and returns the start of its fingerprint.
    fn make(
        &self,
        page: &PlannedPage,
        (reader, found): (&Reader<'_>, &Diagnostics),
        fragments: &Fragments<'_>,
        buffers: &mut Buffers,
    ) -> Result<(PageView, &RecordHash), Reason> {
        let place = usize::from(page.locale.0);
        let shared = self.locale_parts.get(place).ok_or("its locale has no header")?;
        let kind = self
            .kinds
            .get(page.kind)
            .ok_or_else(|| format!("there is no page kind {:?}", page.kind))?;
        let feed = self.feed(page, reader);
        let view = {
            let cx = self.view_context(reader, found, fragments, page.locale, Origin::page(page))?;
            let view = kind.view(&cx, page).map_err(|e| e.to_string())?;
            if let Some(failure) = cx.failures.borrow().first() {
                return Err(failure.to_string().into());
            }
            view
        };
        let main_headings = self.print(page, *kind, &view, feed, shared, buffers)?;
        check_headings(page, main_headings, found);
        Ok((view, &shared.base))
    }

    /// Renders the template, checks it, and adds header and footer; the number of main headings.
    fn print(
        &self,
        page: &PlannedPage,
        kind: &dyn PageKind,
        view: &PageView,
        feed: Option<&str>,
        shared: &LocaleParts,
        buffers: &mut Buffers,
    ) -> Result<usize, Reason> {
        let Buffers { rendered, page: out } = buffers;
        rendered.clear();
        out.clear();
        let alternates = templates::alternates(
            &self.site.config,
            &self.site.routes,
            self.catalog.locales(),
            page.locale,
            &page.alternates,
        );
        let values = self.page_values(page, kind, view, feed, shared, from_serde(&alternates));
        let templates = &self.site.templates;
        let printed = templates.render(page.locale, kind.template(), &values, rendered)?;
        let html = std::str::from_utf8(rendered).map_err(|e| e.to_string())?;
        let places = templates::slots_in(html, &printed)?;
        let found = checks::check_html(html, &places, &self.known());
        if !found.faults.is_empty() {
            return Err(found.faults.join("; ").into());
        }
        let href = page.path.href();
        let home = self.site.routes.home(page.locale).href();
        let steps = view.breadcrumbs.iter().filter_map(|crumb| crumb.href.as_deref());
        let number = self.product_number(page);
        let header_footer = &shared.header_footer;
        let slots = PageSlots {
            alternates: &alternates,
            href: &href,
            trail: steps.filter(|step| *step != home).collect(),
            product: number.as_deref(),
            around: Some(Around {
                head: &header_footer.head,
                header: header_footer
                    .header(view.tone)
                    .ok_or("its tone has no header".to_owned())?,
                footer: &header_footer.footer,
            }),
        };
        slots.write(html, &places, out);
        let around = slots
            .around
            .iter()
            .flat_map(|around| [around.head, around.header, around.footer]);
        let has_anchor = templates::has_anchor(html, &places) || around.into_iter().any(|part| part.has_anchor);
        if has_anchor && heading_ids::give(&mut out.html).map_err(|e| e.to_string())? {
            out.forget_places();
        }
        Ok(found.main_headings)
    }

    /// The header of a page, with its slots.
    fn header(&self, page: &PlannedPage, view: &PageView) -> Option<&Slotted> {
        let parts = self.locale_parts.get(usize::from(page.locale.0))?;
        parts.header_footer.header(view.tone)
    }

    /// The number of the page's product, percent-encoded. The page's view has already noted the product.
    fn product_number(&self, page: &PlannedPage) -> Option<String> {
        let Subject::Product(id) = &page.subject else {
            return None;
        };
        let number = &self.catalog.product(id)?.value().number;
        Some(percent_encoding::utf8_percent_encode(number.as_str(), percent_encoding::NON_ALPHANUMERIC).to_string())
    }

    fn page_values(
        &self,
        page: &PlannedPage,
        kind: &dyn PageKind,
        view: &PageView,
        feed: Option<&str>,
        shared: &LocaleParts,
        alternates: Value,
    ) -> Value {
        let config = &self.site.config;
        let x_default = page
            .alternates
            .iter()
            .find(|(l, _)| *l == LocaleIndex(0))
            .map(|(_, p)| config.absolute(p));
        // A shell is served at many paths, so it has no canonical URL.
        let canonical = self.plan.page(&page.path).map(|page| config.absolute(&page.path));
        Value::from_object(Values {
            own: vec![
                ("layout", kind.layout().template().into()),
                ("page", view.body.clone()),
                ("head", from_serde(&view.head)),
                ("is_screen", matches!(page.subject, Subject::Screen(_)).into()),
                ("tone", from_serde(view.tone)),
                ("path", page.path.href().into()),
                ("kind", page.kind.into()),
                ("indexable", page.indexable.into()),
                ("canonical", canonical.into()),
                ("x_default", x_default.into()),
                ("feed", feed.into()),
                (
                    "markdown",
                    self.markdown(page, view).map(|_| page.path.markdown_href()).into(),
                ),
                ("alternates", alternates),
                ("breadcrumbs", from_serde(&*view.breadcrumbs)),
                ("assets", self.file_values.clone()),
                ("every_head", mark("head")),
                ("header", mark("header")),
                ("footer", mark("footer")),
                ("sheets", self.sheets(page, kind, &view.islands)),
                // The islands of a list are loaded on demand because of its request budget (budgets.md).
                (
                    "scripts",
                    self.preload(if page.list.is_some() { &[] } else { &view.islands }),
                ),
            ],
            shared: Arc::clone(&shared.shared),
        })
    }
}

fn search_length(line: Option<&[u8]>) -> Result<u32, Reason> {
    let length = u32::try_from(line.map_or(0, <[u8]>::len));
    length.map_err(|_| "its line of the search index is longer than 4 GiB".into())
}

fn check_headings(page: &PlannedPage, count: usize, found: &Diagnostics) {
    if count != 1 {
        let message = format!("{} has {count} main headings, where one belongs", page.source);
        found.push(
            Diagnostic::warning("main-heading", message, crate::plan::place(page))
                .hint("give the page one heading of level 1"),
        );
    }
}

pub(crate) fn failure_of(page: &PlannedPage) -> impl Fn(Reason) -> PageFailure + '_ {
    |reason| PageFailure {
        path: page.path.to_string(),
        source_entry: page.source.clone(),
        reason,
    }
}
