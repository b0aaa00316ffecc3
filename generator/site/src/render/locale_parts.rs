//! Renders what all pages of a locale share: header, footer, the common part of every head.
//!
//! **Invariant:** the base of a locale's pages covers everything that is rendered here.

use std::sync::Arc;

use minijinja::{Value, context};
use vitrine_model::{
    locale::{Locale, LocaleIndex},
    record::RecordHash,
};

use super::{LocaleParts, Renderer};
use crate::{
    base, checks,
    context::{Origin, value_store::Fragments},
    error::Reason,
    header_footer::{HeaderFooter, render_header_footer},
    output::cdn,
    page::Tone,
    reader::Reader,
    tag_manager,
    templates::{self, Filled, PageSlots, Slotted, Values, from_serde},
};

impl Renderer<'_> {
    pub(super) fn locale_parts_of(&self, locale: LocaleIndex) -> Result<LocaleParts, Reason> {
        let reader = Reader::new(self.catalog, self.plan);
        let fragments = Fragments::new(&self.fragments);
        let cx = self.view_context(
            &reader,
            self.diagnostics,
            &fragments,
            locale,
            Origin::of_many("header or footer"),
        )?;
        let known = cx
            .locale()
            .ok_or_else(|| format!("the locale {} is unknown", locale.0))?;
        let config = &self.site.config;
        let name = reader.globals(locale).map_or("", |g| g.site.name.as_str());
        let icon = reader
            .globals(locale)
            .and_then(|g| g.site.favicon.as_ref())
            .map(|image| image.url.clone());
        let locales: Vec<Value> = self
            .catalog
            .locales()
            .iter()
            .map(|(_, locale)| locale_value(locale))
            .collect();
        let consent = tag_manager::props(&cx);
        let consent_href = consent.as_ref().map(|_| tag_manager::settings_href(&cx));
        let policy = consent.as_ref().map(|_| cdn::of_screens(config));
        let mut shared: Vec<(&'static str, Value)> = vec![
            ("locales", locales.into()),
            ("locale", locale_value(known)),
            (
                "site",
                context! {
                    name => name,
                    icon => icon,
                    theme_color => self.site.theme.color.as_deref(),
                    year => config.copyright_year,
                    title_separator => config.title_separator.as_str(),
                    base_url => config.base_url.trim_end_matches('/'),
                },
            ),
            ("currency", self.catalog.currency().as_str().into()),
            ("home", cx.home_href().into()),
            ("consent_href", consent_href.into()),
            ("screen_policy", policy.into()),
        ];
        let render = |template: &str, values: Value| -> Result<String, Reason> {
            let mut html = Vec::new();
            let printed = self.site.templates.render(locale, template, &values, &mut html)?;
            if !printed.is_empty() {
                // Their hash covers only their own HTML.
                return Err(format!("{template} prints a fragment; header and footer are one each").into());
            }
            Ok(String::from_utf8(html).map_err(|e| e.to_string())?)
        };
        let globals = |shared: &[(&'static str, Value)]| {
            Value::from_object(Values {
                own: vec![("assets", self.file_values.clone())],
                shared: shared.into(),
            })
        };
        let consent = match consent {
            Some(props) => render(
                "components/consent.html",
                context! { props => from_serde(props), ..globals(&shared) },
            )?,
            None => String::new(),
        };
        let consent_hash = RecordHash::of(&consent);
        shared.push(("consent", Value::from_safe_string(consent)));
        let shared: Arc<[(&'static str, Value)]> = shared.into();
        let header_footer =
            render_header_footer(&cx, self.site.header_footer, &globals(&shared), |template, values| {
                Ok(Slotted::new(render(template, values)?, &[])?)
            })?;
        self.check_header_footer(locale, &header_footer)?;
        let base = RecordHash::of_all([
            &base::of_locale(self.site, self.catalog, locale),
            &RecordHash::of(name),
            &header_footer.hash,
            &consent_hash,
        ]);
        Ok(LocaleParts {
            header_footer,
            shared,
            base,
        })
    }

    /// Checks header and footer as they appear on the locale's home page.
    fn check_header_footer(&self, locale: LocaleIndex, header_footer: &HeaderFooter) -> Result<(), String> {
        let alternates = templates::alternates(
            &self.site.config,
            &self.site.routes,
            self.catalog.locales(),
            locale,
            &[],
        );
        let href = self.site.routes.home(locale).href();
        let slots = PageSlots {
            alternates: &alternates,
            href: &href,
            trail: Vec::new(),
            product: None,
            around: None,
        };
        let mut html = Filled::default();
        for part in Tone::ALL
            .iter()
            .filter_map(|tone| header_footer.header(*tone))
            .chain([&header_footer.head, &header_footer.footer])
        {
            part.write(&slots, &mut html);
        }
        let html = std::str::from_utf8(&html.html).map_err(|e| e.to_string())?;
        let faults = checks::check_html(html, &[], &self.known()).faults;
        if faults.is_empty() {
            return Ok(());
        }
        if !self.plan.has_href(&href) {
            return Err(format!(
                "no page has the address {href}, the home page that header and footer lead to: publish it in the CMS, and name its collection in statamic.collections"
            ));
        }
        Err(faults.join("; "))
    }
}

fn locale_value(locale: &Locale) -> Value {
    context! { code => locale.code.as_str(), iso => locale.iso.as_str(), prefix => locale.prefix.as_str(), name => locale.name.as_str() }
}
