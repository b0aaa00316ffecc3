//! How often shared parts are built, and for which pages.

use std::{
    collections::BTreeMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use minijinja::{Value, value::Serde};
use serde::Serialize;
use vitrine_model::{ids::ProductId, locale::LocaleIndex};
use vitrine_site::{
    BuildOptions, KeptRelease,
    context::ViewContext,
    fragments::{Fragment, FragmentView, Scope},
    page::{PlannedPage, Subject},
    page_view::PageView,
    pages::PageKind,
    plan::PlanContext,
    view::ViewError,
};

use crate::support::{DE, EN, KINDS, NL, Place, Shop, entry, family, product, product_id, tree};

/// Number of times a family's fragment was built, by family and locale.
static MADE: Mutex<BTreeMap<(ProductId, LocaleIndex), usize>> = Mutex::new(BTreeMap::new());

fn made() -> BTreeMap<(ProductId, LocaleIndex), usize> {
    std::mem::take(&mut *MADE.lock().unwrap_or_else(PoisonError::into_inner))
}

struct OfFamily;

impl Fragment for OfFamily {
    type Input = ProductId;
    type View = String;
    const SCOPE: Scope = Scope::Family;
    const TEMPLATE: &'static str = "components/shared.html";

    fn view(id: &ProductId, cx: &ViewContext<'_>) -> String {
        *MADE.lock().unwrap().entry((id.clone(), cx.locale)).or_default() += 1;
        let family = cx.reader.family(id);
        family.map_or_else(|| "alone".to_owned(), |family| family.number.to_string())
    }
}

struct OfSite;

impl Fragment for OfSite {
    type Input = ();
    type View = String;
    const SCOPE: Scope = Scope::Site;
    const TEMPLATE: &'static str = "components/shared.html";

    fn view((): &(), cx: &ViewContext<'_>) -> String {
        cx.t("screen.title", &[])
    }
}

/// Product pages with values shared by their family and by the site.
struct SharingProducts;

/// The test page kinds with these product pages.
static SHARING: LazyLock<Vec<&dyn PageKind>> = LazyLock::new(|| {
    let others = KINDS.iter().copied().filter(|kind| kind.name() != "product");
    others.chain([&SharingProducts as &dyn PageKind]).collect()
});

#[derive(Serialize)]
struct SharedView {
    title: String,
    family: FragmentView,
    site: FragmentView,
}

fn products() -> &'static dyn PageKind {
    *KINDS.iter().find(|kind| kind.name() == "product").unwrap()
}

impl PageKind for SharingProducts {
    fn name(&self) -> &'static str {
        "product"
    }
    fn template(&self) -> &'static str {
        "pages/shared.html"
    }
    fn plan(&self, cx: &PlanContext<'_>) -> Vec<PlannedPage> {
        products().plan(cx)
    }
    fn view(&self, cx: &ViewContext<'_>, page: &PlannedPage) -> Result<PageView, ViewError> {
        let Subject::Product(id) = &page.subject else {
            return Err(ViewError::Subject { kind: self.name() });
        };
        let family = cx.reader.product(id).unwrap().family.as_ref().unwrap_or(id);
        let shared = SharedView {
            title: id.to_string(),
            family: cx.fragment::<OfFamily>(family),
            site: cx.fragment::<OfSite>(&()),
        };
        Ok(PageView {
            body: Value::from(Serde(shared)),
            ..products().view(cx, page)?
        })
    }
}

/// Two families of three variants, and a product without a family, in three locales.
fn shop() -> Shop {
    let mut shop = Shop::small();
    shop.entries = [(NL, "/"), (EN, "/en"), (DE, "/de")]
        .map(|(locale, path)| {
            entry(
                &format!("home-{}", locale.0),
                "home-0",
                locale,
                path,
                "Home",
                "<p>Home</p>",
            )
        })
        .into();
    shop.families = vec![family(20, "TWENTY", None, &[]), family(30, "THIRTY", None, &[])];
    let variant = |number: u32| {
        // The paths of one family are not adjacent: they are sorted by the last digit.
        let path = format!("V/{}/{number}", number % 10);
        let mut variant = product(
            number,
            &format!("V{number}"),
            &[NL, EN, DE].map(|locale| (locale, "Variant", Some(path.as_str()))),
        );
        variant.family = (number < 40).then(|| product_id(number - number % 10));
        variant
    };
    shop.products = [21, 22, 23, 31, 32, 33, 41].map(variant).into();
    shop
}

/// A family's shared values are built once for each locale, whatever the order of its pages; without sharing, once for
/// each page. The output bytes are the same.
#[test]
fn what_a_family_shares_is_made_once_a_locale() {
    let build = |sharing| {
        let place = Place::new();
        let site = place.site_of(&SHARING, &shop().locales).unwrap();
        let options = BuildOptions {
            sharing,
            ..place.options()
        };
        made();
        vitrine_site::build(&shop().catalog(), &site, &options, &mut KeptRelease::default(), &()).unwrap();
        (made(), tree(&place.dist().join("current/")))
    };
    let ((shared, files), (alone, without)) = (build(true), build(false));
    let families = [20, 30, 41].map(product_id);
    for (id, pages) in families.iter().zip([3, 3, 1]) {
        for locale in [NL, EN, DE] {
            assert_eq!(shared[&(id.clone(), locale)], 1, "{id} {locale:?}");
            assert_eq!(alone[&(id.clone(), locale)], pages, "{id} {locale:?}");
        }
    }
    assert_eq!(shared.len(), 9);
    assert_eq!(files, without);
    let page = String::from_utf8(files["site/en/products/v--1--21.html"].clone()).unwrap();
    assert!(page.contains("<p>TWENTY</p>\n<p>Titel en</p>"), "{page}");
}
