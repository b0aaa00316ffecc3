//! The documents that products name (data sheets, assembly, certificates, care), made from the shop's own data as accessible PDFs when they are asked for.
//!
//! **Invariant:** a document is a function of the shop folder: made twice it is the same byte for byte, and what Shopware says of its size is
//! the size that is served. A grown shop shares the documents of the families it was grown from. Start reading in [`plan`]; a shop folder's side
//! stands in `shops/README.md`.

mod addresses;
mod paper;
mod piece;
mod plan;
mod sheets;
mod texts;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use axum::Router;
use axum::extract::{Path as UrlPath, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use indexmap::IndexMap;

use self::paper::{Fonts, PaperError};
use self::piece::Piece;
use self::plan::{Plan, Recipe, Request};
use self::sheets::Material;
use self::words::Dictionary;
use crate::images::{self, Format, Stored, Variant};
use crate::shop::catalogue::Catalogue;
use crate::shop::{ShopError, Text, read_json};

/// Pixels of a packshot on paper: 214 points wide at 216 to the inch.
const PHOTO: (u32, u32) = (640, 800);
/// Quality of its JPEG.
const QUALITY: u8 = 82;

/// All documents of a shop; each is made once, when it is first asked for.
#[derive(Debug)]
pub struct Documents {
    shop: Arc<Catalogue>,
    media_dir: PathBuf,
    plan: Plan,
    dictionary: Dictionary,
    fonts: OnceLock<Fonts>,
    /// Packshots as JPEG: a family's sheets share one in all languages.
    photos: Mutex<BTreeMap<String, Arc<Vec<u8>>>>,
    made: IndexMap<String, OnceLock<Option<Stored>>>,
}

impl Documents {
    /// Reads `documents/` of a shop folder and what the shop's products name; makes nothing yet. A shop without that folder has no documents.
    ///
    /// # Errors
    /// When a file is wrong, or a product names a document that has no recipe.
    pub fn load(shop_dir: &Path, shop: Arc<Catalogue>) -> Result<Self, ShopError> {
        let folder = shop_dir.join("documents");
        let plan = plan::load(&folder, &shop)?;
        let words = folder.join("words.json");
        let dictionary = if plan.base.is_empty() {
            Dictionary::default()
        } else {
            Dictionary::new(&words, read_json::<IndexMap<String, Text>>(&words)?)?
        };
        Ok(Self {
            made: plan
                .requests
                .keys()
                .map(|name| (name.clone(), OnceLock::new()))
                .collect(),
            media_dir: shop_dir.join("media"),
            fonts: OnceLock::new(),
            photos: Mutex::default(),
            dictionary,
            plan,
            shop,
        })
    }

    /// Whether there is a document of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.made.contains_key(name)
    }

    /// A document, made now if it was not before; `None` where it could not be made, which the log tells.
    pub(crate) fn document(&self, name: &str) -> Option<Stored> {
        let (made, request) = (self.made.get(name)?, self.plan.requests.get(name)?);
        let make = || match self.make(name, request) {
            Ok(bytes) => Some(Stored::new(Bytes::from(bytes))),
            Err(error) => {
                tracing::error!(document = name, %error, "making a document failed");
                None
            }
        };
        made.get_or_init(make).clone()
    }

    fn make(&self, name: &str, request: &Request) -> Result<Vec<u8>, PaperError> {
        let product = self.shop.products.get(request.product);
        let product = product.ok_or_else(|| PaperError::Unfit("its product is gone".to_owned()))?;
        let words = self
            .dictionary
            .in_language(&request.iso, self.shop.shop.system_language());
        let piece = Piece::of(&self.shop, product, words);
        let picture = piece
            .picture
            .as_ref()
            .filter(|_| matches!(request.recipe, Recipe::Datasheet));
        let photo = picture.map(|(key, _)| self.photo(key)).transpose()?;
        let material = Material {
            fonts: self.fonts.get_or_init(Fonts::default),
            edition: self
                .plan
                .edition
                .as_ref()
                .map(|text| words.of(text))
                .unwrap_or_default(),
            label: request.label.as_deref(),
            shop: &self.shop.shop.name,
            issued: self.plan.issued,
            piece: &piece,
            words,
            name,
            photo,
        };
        sheets::make(&request.recipe, &material)
    }

    /// A packshot on the colour that the shop shows it on.
    fn photo(&self, name: &str) -> Result<Arc<Vec<u8>>, PaperError> {
        let photos = || self.photos.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(photo) = photos().get(name) {
            return Ok(Arc::clone(photo));
        }
        let variant = Variant {
            width: PHOTO.0,
            height: PHOTO.1,
            quality: QUALITY,
            background: None,
            focus: None,
            format: Format::Jpeg,
        };
        let master = self.media_dir.join(format!("{name}.webp"));
        let rendered = images::render(&master, &variant, (50.0, 50.0));
        let rendered = rendered.map_err(|error| PaperError::Unfit(format!("the picture {name}: {error}")))?;
        let photo = Arc::new(rendered);
        photos().insert(name.to_owned(), Arc::clone(&photo));
        Ok(photo)
    }
}

/// The route: `/documents/<name>.pdf`.
pub fn router(documents: Arc<Documents>) -> Router {
    Router::new()
        .route("/documents/{file}", get(document))
        .with_state(documents)
}

async fn document(
    State(documents): State<Arc<Documents>>,
    UrlPath(file): UrlPath<String>,
    headers: HeaderMap,
) -> Response {
    let name = file
        .strip_suffix(".pdf")
        .filter(|name| documents.has(name))
        .map(str::to_owned);
    let Some(name) = name else {
        return images::refuse(StatusCode::NOT_FOUND, "no such document");
    };
    let made = tokio::task::spawn_blocking(move || documents.document(&name)).await;
    match made {
        Ok(Some(stored)) => images::answer(stored, "application/pdf", &headers),
        _ => images::refuse(StatusCode::INTERNAL_SERVER_ERROR, "the document could not be made"),
    }
}
