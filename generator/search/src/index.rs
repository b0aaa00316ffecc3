//! The index of a locale: made of all its documents at once, never changed afterwards.
//!
//! **Invariant:** the place of a document is its number in the index, so that a hit needs no look into stored fields.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fmt,
};

use tantivy::{
    DocId, Index as Words, IndexReader, ReloadPolicy, Score, SegmentReader, TantivyDocument, TantivyError, Term,
    collector::{Collector, SegmentCollector},
    directory::RamDirectory,
    query::{BooleanQuery, BoostQuery, ConstScoreQuery, DisjunctionMaxQuery, Occur, Query, TermQuery},
    schema::IndexRecordOption,
    tokenizer::{TokenizerManager, WhitespaceTokenizer},
};

use crate::{
    columns::{Columns, Scored},
    document::Document,
    error::SearchError,
    fields::{Fields, PARTS, Part},
    language::{Language, compact, words},
    price_words,
    request::Request,
    synonyms::{Synonyms, SynonymsFile},
    vocabulary::Vocabulary,
    wish::{Alternative, Meanings, Wish},
};

/// Memory that building may take before it begins a new segment; it never does below the size of a shop's words.
const BUILDING_BYTES: usize = 256 * 1024 * 1024;
/// What a hit is worth beside the best one in another part of the same document.
const TIE: f32 = 0.1;
/// What a title that has no other words is worth more than a long one.
const WHOLE_TITLE: f32 = 1.5;

/// What a word is worth that only running texts have, beside one that says what is looked for.
const IN_TEXT: f32 = 1.0;
/// What a typed number is worth: more than any words.
const NUMBER: f32 = 100.0;
/// What the beginning of a number is worth.
const NUMBER_BEGUN: f32 = 10.0;

/// What was found.
#[derive(Debug)]
pub struct Found<'i> {
    /// Products of the asked page, one of each family.
    pub products: Vec<&'i Document>,
    /// Families found.
    pub total: usize,
    /// Families by facet and key.
    pub counts: BTreeMap<String, BTreeMap<String, u32>>,
    /// Lowest and highest price in minor units of what the filters leave.
    pub prices: Option<(i64, i64)>,
    /// Families by facet and key before anything but a category was chosen.
    pub base: BTreeMap<String, BTreeMap<String, u32>>,
    /// Pages of content, best first.
    pub content: Vec<&'i Document>,
    /// The product whose number was typed.
    pub exact: Option<&'i Document>,
    /// The query with its misspelt words put right.
    pub corrected: Option<String>,
}

/// What can be suggested while somebody types.
#[derive(Debug)]
pub struct Suggested<'i> {
    /// Queries that begin as the typed one.
    pub queries: Vec<String>,
    /// Products.
    pub products: Vec<&'i Document>,
    /// Pages of content.
    pub content: Vec<&'i Document>,
    /// Families found.
    pub total: usize,
}

/// The index of one locale.
pub struct Index {
    locale: String,
    documents: Vec<Document>,
    columns: Columns,
    language: Language,
    vocabulary: Vocabulary,
    synonyms: Synonyms,
    reader: IndexReader,
    fields: Fields,
    by_number: BTreeMap<String, u32>,
    title_terms: Vec<HashSet<String>>,
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Index {{ {}: {} documents }}", self.locale, self.documents.len())
    }
}

impl Index {
    /// Makes the index of a locale from the lines of its file.
    pub fn of_lines(locale: &str, lines: &str, synonyms: &SynonymsFile) -> Result<Self, SearchError> {
        let parse = |(at, line)| {
            serde_json::from_str(line).map_err(|why| SearchError::Document {
                locale: locale.to_owned(),
                line: at,
                why,
            })
        };
        let lines = (1..).zip(lines.lines()).filter(|(_, line)| !line.is_empty());
        let documents: Vec<Document> = lines.map(parse).collect::<Result<_, _>>()?;
        Self::new(locale, documents, synonyms).map_err(|why| SearchError::Index {
            locale: locale.to_owned(),
            why,
        })
    }

    fn new(locale: &str, mut documents: Vec<Document>, synonyms: &SynonymsFile) -> tantivy::Result<Self> {
        let language = Language::of(locale);
        let mut vocabulary = Vocabulary::new(language);
        documents
            .iter()
            .for_each(|document| vocabulary.add(&all_words(document)));
        vocabulary.add_synonyms(&Synonyms::words(synonyms));
        documents
            .iter()
            .for_each(|document| vocabulary.add_telling(&telling_words(document)));
        let (schema, fields) = Fields::schema();
        let builder = Words::builder().schema(schema).tokenizers(whitespace());
        let mut writer = builder.single_segment_index_writer(RamDirectory::create(), BUILDING_BYTES)?;
        for document in &documents {
            writer.add_document(terms_of(document, &vocabulary, language, fields))?;
        }
        let words = writer.finalize()?;
        // Only the index of words needs the running text.
        documents.iter_mut().for_each(|document| document.text = String::new());
        let reader = words.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let title = |document: &Document| {
            words_of(&[&document.title])
                .iter()
                .map(|word| language.term(word))
                .collect()
        };
        Ok(Self {
            locale: locale.to_owned(),
            columns: Columns::new(&documents),
            by_number: numbers(&documents),
            title_terms: documents.iter().map(title).collect(),
            synonyms: Synonyms::new(synonyms, language),
            documents,
            language,
            vocabulary,
            reader,
            fields,
        })
    }

    /// Code of the locale.
    pub fn locale(&self) -> &str {
        &self.locale
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether nothing can be found.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Products and pages of content for a request.
    pub fn find(&self, request: &Request) -> Result<Found<'_>, SearchError> {
        let asked = !request.query.trim().is_empty();
        let (words, price) = price_words::parted(self.language, &request.query);
        let wishes = self.meanings().wishes(&words, false);
        let request = &request.clone().within(price);
        let hits = if asked {
            self.with_numbers(&request.query, self.hits(&wishes)?)
        } else {
            self.columns.all()
        };
        let filtered = self.columns.filter(&hits, request);
        let base = match request.without_filters() {
            Some(base) => self.columns.filter(&hits, &base).counts,
            None => filtered.counts.clone(),
        };
        let content = self.content(hits, asked);
        let page = filtered.products.iter().skip(request.skip).take(request.take);
        Ok(Found {
            products: page.filter_map(|hit| self.document(hit.document)).collect(),
            total: filtered.products.len(),
            counts: filtered.counts,
            base,
            prices: filtered.prices,
            content,
            exact: self.exact(&request.query),
            corrected: corrected(&wishes),
        })
    }

    /// What begins as the typed words do.
    pub fn suggest(&self, typed: &str, products: usize, content: usize) -> Result<Suggested<'_>, SearchError> {
        let wishes = self.meanings().wishes(typed, true);
        let hits = self.with_numbers(typed, self.hits(&wishes)?);
        let ranked = self.columns.ranked(&hits);
        let found = ranked.iter().take(products);
        let found = found.filter_map(|hit| self.document(hit.document));
        Ok(Suggested {
            queries: self.completed(typed),
            products: found.collect(),
            total: ranked.len(),
            content: self.content(hits, true).into_iter().take(content).collect(),
        })
    }

    fn meanings(&self) -> Meanings<'_> {
        Meanings {
            language: self.language,
            vocabulary: &self.vocabulary,
            synonyms: &self.synonyms,
        }
    }

    /// The typed words with the last one completed in the most frequent ways.
    fn completed(&self, typed: &str) -> Vec<String> {
        let typed = typed.trim_start();
        let start = typed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let Some((before, last)) = typed
            .split_at_checked(start)
            .filter(|(_, last)| last.chars().count() >= 2)
        else {
            return Vec::new();
        };
        let words = self.vocabulary.completions(last, 4).into_iter();
        words
            .map(|(word, _)| format!("{before}{word}"))
            .filter(|query| query != typed)
            .collect()
    }

    /// The product whose number, EAN or manufacturer's number the query is.
    fn exact(&self, query: &str) -> Option<&Document> {
        let number = compact(query);
        // Shorter ones are prices and sizes.
        (number.len() >= 4).then_some(())?;
        let document = self.document(*self.by_number.get(&number)?)?;
        let mut numbers = document.numbers.iter().filter(|own| compact(own) == number);
        // A number that is a mere word may be the product's name; then it counts where it is written as the shop does.
        let is_meant = |own: &String| own.chars().any(|c| !c.is_alphabetic()) || own == query.trim();
        numbers.any(is_meant).then_some(document)
    }

    /// With the products whose number was typed, or begins so, before all others.
    fn with_numbers(&self, query: &str, mut hits: Vec<Scored>) -> Vec<Scored> {
        let number = compact(query);
        let is_number = query.chars().any(|c| c.is_ascii_digit() || c == '-');
        if number.len() < 4 || !is_number {
            return hits;
        }
        let begun = self.by_number.range(number.clone()..);
        for (own, document) in begun.take_while(|(own, _)| own.starts_with(&number)) {
            let score = if *own == number { NUMBER } else { NUMBER_BEGUN };
            match hits.iter_mut().find(|hit| hit.document == *document) {
                Some(hit) => hit.score += score,
                None => hits.push(Scored {
                    document: *document,
                    score,
                }),
            }
        }
        hits
    }

    /// Documents that fulfil every wish that can be; if no product does, those that fulfil most.
    fn hits(&self, wishes: &[Wish]) -> Result<Vec<Scored>, SearchError> {
        let possible: Vec<&Wish> = wishes.iter().filter(|wish| !wish.alternatives.is_empty()).collect();
        if possible.is_empty() {
            return Ok(Vec::new());
        }
        let mut hits = self.run(&possible, true)?;
        let has_product = |hits: &[Scored]| {
            let mut documents = hits.iter().filter_map(|hit| self.document(hit.document));
            documents.any(|document| document.product.is_some())
        };
        if possible.len() > 1 && !has_product(&hits) {
            let known: HashSet<u32> = hits.iter().map(|hit| hit.document).collect();
            let near = self.most(self.run(&possible, false)?).into_iter();
            hits.extend(near.filter(|hit| !known.contains(&hit.document)));
        }
        for hit in &mut hits {
            hit.score += self.title_share(hit.document, &possible);
        }
        Ok(hits)
    }

    /// Of hits that fulfil only some wishes: those that are worth at least two thirds of the best.
    fn most(&self, hits: Vec<Scored>) -> Vec<Scored> {
        let best = hits.iter().map(|hit| hit.score).fold(0.0, f32::max);
        hits.into_iter().filter(|hit| hit.score * 1.5 >= best).collect()
    }

    /// How much of a title the query is.
    fn title_share(&self, document: u32, wishes: &[&Wish]) -> f32 {
        let Some(title) = place(document)
            .and_then(|place| self.title_terms.get(place))
            .filter(|title| !title.is_empty())
        else {
            return 0.0;
        };
        let written = wishes
            .iter()
            .flat_map(|wish| &wish.alternatives)
            .filter(|alternative| alternative.weight >= 0.6);
        let terms: HashSet<&String> = written.flat_map(|alternative| &alternative.terms).collect();
        let met = title.iter().filter(|term| terms.contains(term)).count();
        let share = u16::try_from(met).map_or(1.0, f32::from) / u16::try_from(title.len()).map_or(f32::MAX, f32::from);
        WHOLE_TITLE * share
    }

    /// What fulfils the wishes, all of them if `strict`. A word that only running texts have says how good a hit is; where
    /// another word says what is looked for, it leaves nothing out.
    fn run(&self, wishes: &[&Wish], strict: bool) -> Result<Vec<Scored>, SearchError> {
        let tells = |wish: &Wish| {
            let mut terms = wish.alternatives.iter().flat_map(|alternative| &alternative.terms);
            terms.any(|term| self.vocabulary.tells(term))
        };
        let some_tell = wishes.iter().any(|wish| tells(wish));
        let clauses = wishes.iter().map(|wish| match (strict, some_tell && !tells(wish)) {
            (true, false) => (Occur::Must, self.wish_query(wish)),
            (false, false) => (Occur::Should, self.wish_query(wish)),
            (_, true) => {
                let worth: Box<dyn Query> = Box::new(ConstScoreQuery::new(self.wish_query(wish), IN_TEXT));
                (Occur::Should, worth)
            }
        });
        let clauses = clauses.collect();
        let query = BooleanQuery::new(clauses);
        self.reader
            .searcher()
            .search(&query, &All)
            .map_err(|why| SearchError::Index {
                locale: self.locale.clone(),
                why,
            })
    }

    fn wish_query(&self, wish: &Wish) -> Box<dyn Query> {
        let alternatives = wish
            .alternatives
            .iter()
            .map(|alternative| self.alternative_query(alternative));
        Box::new(DisjunctionMaxQuery::new(alternatives.collect()))
    }

    fn alternative_query(&self, alternative: &Alternative) -> Box<dyn Query> {
        let share = 1.0 / u16::try_from(alternative.terms.len()).map_or(1.0, f32::from);
        let terms = alternative
            .terms
            .iter()
            .map(|term| (Occur::Must, self.term_query(term)));
        let all: Box<dyn Query> = Box::new(BooleanQuery::new(terms.collect()));
        Box::new(BoostQuery::new(all, alternative.weight * share))
    }

    fn term_query(&self, term: &str) -> Box<dyn Query> {
        let parts = PARTS.iter().map(|(part, _, worth)| -> Box<dyn Query> {
            let term = Term::from_field_text(self.fields.of(*part), term);
            match part {
                Part::Text => {
                    let query = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
                    Box::new(BoostQuery::new(query, *worth))
                }
                _ => Box::new(ConstScoreQuery::new(
                    Box::new(TermQuery::new(term, IndexRecordOption::Basic)),
                    *worth,
                )),
            }
        });
        Box::new(DisjunctionMaxQuery::with_tie_breaker(parts.collect(), TIE))
    }

    /// Pages of content among the hits, best first.
    fn content(&self, hits: Vec<Scored>, asked: bool) -> Vec<&Document> {
        let mut found: Vec<(Scored, &Document)> = hits
            .into_iter()
            .filter_map(|hit| Some((hit, self.document(hit.document)?)))
            .filter(|(_, document)| asked && document.product.is_none())
            .collect();
        found.sort_by(|(a, _), (b, _)| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
        found.into_iter().map(|(_, document)| document).collect()
    }

    fn document(&self, document: u32) -> Option<&Document> {
        self.documents.get(place(document)?)
    }
}

fn place(document: u32) -> Option<usize> {
    usize::try_from(document).ok()
}

fn whitespace() -> TokenizerManager {
    let tokenizers = TokenizerManager::new();
    tokenizers.register("whitespace", WhitespaceTokenizer::default());
    tokenizers
}

fn words_of(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().flat_map(|text| words(text)).collect()
}

/// The words that say what a document is.
fn telling_words(document: &Document) -> BTreeSet<String> {
    let facts = document.facts.iter().chain(&document.properties);
    let texts = facts.map(String::as_str).chain([document.title.as_str()]);
    texts.flat_map(words).collect()
}

fn all_words(document: &Document) -> BTreeSet<String> {
    let mut all = telling_words(document);
    all.extend(words(&document.text));
    all
}

/// The terms of a document by field. Parts of compounds have fields of their own, without the compound itself.
fn terms_of(document: &Document, vocabulary: &Vocabulary, language: Language, fields: Fields) -> TantivyDocument {
    let title = vec![document.title.as_str()];
    let facts: Vec<&str> = document.facts.iter().map(String::as_str).collect();
    let properties: Vec<&str> = document.properties.iter().map(String::as_str).collect();
    let mut terms = TantivyDocument::new();
    for (written, parts, texts) in [
        (Part::Title, Part::TitleParts, title),
        (Part::Facts, Part::FactsParts, facts),
        (Part::Properties, Part::PropertiesParts, properties),
    ] {
        let words = words_of(&texts);
        terms.add_text(fields.of(written), joined(words.iter().map(|word| language.term(word))));
        let found = words.iter().filter_map(|word| vocabulary.parts(word));
        let found = found.flat_map(|parts| parts.heads.into_iter().chain([parts.tail]));
        terms.add_text(fields.of(parts), joined(found));
    }
    let text = words(&document.text).into_iter().map(|word| language.term(&word));
    terms.add_text(fields.of(Part::Text), joined(text));
    terms
}

fn joined(terms: impl Iterator<Item = String>) -> String {
    terms.collect::<Vec<_>>().join(" ")
}

fn numbers(documents: &[Document]) -> BTreeMap<String, u32> {
    let mut numbers = BTreeMap::new();
    for (at, document) in (0u32..).zip(documents) {
        for number in &document.numbers {
            numbers.entry(compact(number)).or_insert(at);
        }
    }
    numbers
}

/// The query with what misspelt words were taken for; `None` if no word was.
fn corrected(wishes: &[Wish]) -> Option<String> {
    wishes.iter().any(|wish| wish.corrected.is_some()).then(|| {
        let word = |wish: &Wish| wish.corrected.clone().unwrap_or_else(|| wish.words.join(" "));
        wishes.iter().map(word).collect::<Vec<_>>().join(" ")
    })
}

/// Every hit with its score.
struct All;

impl Collector for All {
    type Fruit = Vec<Scored>;
    type Child = AllOfSegment;

    fn for_segment(&self, _: u32, _: &SegmentReader) -> tantivy::Result<AllOfSegment> {
        Ok(AllOfSegment(Vec::new()))
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, fruits: Vec<Vec<Scored>>) -> Result<Vec<Scored>, TantivyError> {
        Ok(fruits.into_iter().flatten().collect())
    }
}

struct AllOfSegment(Vec<Scored>);

impl SegmentCollector for AllOfSegment {
    type Fruit = Vec<Scored>;

    fn collect(&mut self, document: DocId, score: Score) {
        self.0.push(Scored { document, score });
    }

    fn harvest(self) -> Vec<Scored> {
        self.0
    }
}
