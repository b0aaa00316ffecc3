//! The shop's own look: the folder `theme/`, laid over what the program carries.
//!
//! **Invariant:** whatever names something that the program does not have (a token, a template, a block, a font) is an
//! error with the nearest name; a shop without the folder has exactly the program's look.

mod css;
mod error;
mod islands;
mod made_for;
mod names;
mod sheet;
mod templates;
mod tokens;

use std::collections::BTreeMap;
use std::path::Path;

use crate::{
    assets::{Asset, AssetManifest},
    sources::Place,
};

pub use error::ThemeError;
pub use islands::{IslandSource, PUBLISHED, island_sources};
pub use made_for::THEME_CONTRACT;
pub use names::nearest;
pub use templates::{Contract, ContractEntry, blocks_of, values_of};

/// Where the tokens of the program are, below its templates.
const PROGRAM_TOKENS: &str = "styles/tokens.css";

/// The design tokens of a program's templates, with their values.
pub fn program_tokens(program: &Place) -> Result<Vec<(String, String)>, ThemeError> {
    let text = program.read_text(PROGRAM_TOKENS).map_err(|error| {
        let message = format!("the program's {PROGRAM_TOKENS} could not be read: {error}; install it again");
        ThemeError::new("", None, message)
    })?;
    Ok(tokens::declared(PROGRAM_TOKENS, &text)?.into_pairs())
}

/// What the folder gives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Theme {
    /// Own templates and icons by name (`components/header.html`, `icons/cart.svg`).
    pub(crate) templates: BTreeMap<String, String>,
    /// Generated assets by file (`assets/styles-1A2B3C4D.css`).
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// The style sheet among them, which stands in for the program's.
    styles: Option<String>,
    /// The fonts that pages preload; `None` = those of the program.
    fonts: Option<Vec<String>>,
    /// The bundled islands.
    islands: BTreeMap<String, islands::OwnIsland>,
    /// The colour of the browser's own bars: the page's ground.
    pub(crate) color: Option<String>,
}

impl Theme {
    /// Reads the folder, if there is one, over the program's templates, whose text is in `sources`, and assets.
    pub(crate) fn read(
        folder: Option<&Path>,
        (program, assets): (&Place, &Place),
        sources: &BTreeMap<String, String>,
        manifest: &AssetManifest,
    ) -> Result<Self, ThemeError> {
        let known = match program.read_text(PROGRAM_TOKENS) {
            Ok(text) => tokens::declared(PROGRAM_TOKENS, &text)?,
            Err(_) => tokens::Tokens::default(),
        };
        let color = known.get("--color-paper").map(str::to_owned);
        let Some(folder) = folder.filter(|folder| folder.is_dir()) else {
            return Ok(Self {
                color,
                ..Self::default()
            });
        };
        let place = Place::Folder(folder.to_owned());
        let names = place
            .files()
            .map_err(|error| ThemeError::new("", None, format!("the folder could not be read: {error}")))?;
        let contract = Contract::read(program)?;
        made_for::check(&place, &names)?;
        let templates = templates::read(&place, &names, sources, &contract)?;
        let islands = islands::read(&place, &names, manifest)?;
        let mut sheet = sheet::Sheet::read(&place, &names, &known)?;
        let color = sheet.tokens.get("--color-paper").map(str::to_owned).or(color);
        if let Some(bad) = color.as_deref().filter(|color| color.contains("var(")) {
            let message = format!(
                "--color-paper is {bad:?}: browsers colour their own bars with it, so write a colour, like \"#14110f\""
            );
            return Err(ThemeError::new(sheet::TOKENS, None, message));
        }
        let mut styles = None;
        if !sheet.is_empty() {
            let of_program = &manifest.styles.file;
            let text = assets.read_text(of_program);
            let text = text.map_err(|error| {
                ThemeError::new(
                    "",
                    None,
                    format!("the program's {of_program} could not be read: {error}; install it again"),
                )
            })?;
            let text = sheet.over(&text, &known)?;
            let file = sheet::hashed("styles.css", text.as_bytes());
            sheet.files.insert(file.clone(), text.into_bytes());
            styles = Some(file);
        }
        Ok(Self {
            templates,
            fonts: sheet.preloaded(&known, manifest),
            styles,
            files: with_islands(sheet.files, &islands),
            islands,
            color,
        })
    }

    /// The shop's own islands, as the manifest names them.
    pub(crate) fn islands(&self) -> BTreeMap<String, Asset> {
        let listed = |island: &islands::OwnIsland| Asset {
            file: island.file.clone(),
            integrity: sheet::listed(&island.bytes).integrity,
            preload: island.preload.clone(),
        };
        self.islands
            .iter()
            .map(|(name, island)| (name.clone(), listed(island)))
            .collect()
    }

    /// Adds the generated assets to the list of the built ones.
    pub(crate) fn add_to(&self, manifest: &mut AssetManifest) {
        for (file, bytes) in &self.files {
            manifest.files.insert(file.clone(), sheet::listed(bytes));
        }
        manifest.islands.extend(self.islands());
        if let Some(fonts) = &self.fonts {
            manifest.fonts.clone_from(fonts);
        }
        let Some(file) = &self.styles else { return };
        let of_program = std::mem::replace(&mut manifest.styles.file, file.clone());
        manifest.styles.integrity = manifest
            .files
            .get(file)
            .map_or_else(String::new, |known| known.integrity.clone());
        manifest.files.remove(&of_program);
        manifest.twins.retain(|twin, _| !twin.starts_with(&of_program));
    }
}

fn with_islands(
    mut files: BTreeMap<String, Vec<u8>>,
    islands: &BTreeMap<String, islands::OwnIsland>,
) -> BTreeMap<String, Vec<u8>> {
    files.extend(
        islands
            .values()
            .map(|island| (island.file.clone(), island.bytes.clone())),
    );
    files
}
