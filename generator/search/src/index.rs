//! The search index of one locale. It is built once from all its documents and is immutable.
//!
//! **Invariant:** a document's tantivy id is its position in `documents`, so that hits need no stored fields.

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
    clause::{Alternative, Clause, QueryParser},
    columns::{Columns, Scored},
    document::Document,
    error::SearchError,
    fields::{Fields, TEXT_FIELDS, TextField},
    language::{Language, compact, words},
    price_words::PriceWords,
    request::Request,
    search_words::{SearchWordsFile, single},
    synonyms::Synonyms,
    vocabulary::Vocabulary,
};

/// Memory budget of the index writer. A shop's documents always fit, so that there is one segment.
const WRITER_MEMORY_BYTES: usize = 256 * 1024 * 1024;
/// Tie-breaker weight between fields.
const TIE_BREAKER: f32 = 0.1;
/// Score added if the query covers the whole title; proportionally less if it covers a part.
const TITLE_SCORE: f32 = 1.5;

/// Score of a clause whose terms occur only in body text, if another clause is descriptive.
const TEXT_ONLY_SCORE: f32 = 1.0;
/// Score of an exact product number: higher than any text match.
const NUMBER_SCORE: f32 = 100.0;
/// Score of a product number that starts with the query.
const NUMBER_PREFIX_SCORE: f32 = 10.0;

/// The results of a search.
#[derive(Debug)]
pub struct Found<'i> {
    /// The requested page of products, one per family.
    pub products: Vec<&'i Document>,
    /// Number of matching families.
    pub total: usize,
    /// Number of families by facet and key.
    pub counts: BTreeMap<String, BTreeMap<String, u32>>,
    /// Lowest and highest price of the results, in minor units.
    pub prices: Option<(i64, i64)>,
    /// Number of families by facet and key with no filter but the category.
    pub base: BTreeMap<String, BTreeMap<String, u32>>,
    /// Content pages, best match first.
    pub content: Vec<&'i Document>,
    /// The product whose number is the query.
    pub exact: Option<&'i Document>,
    /// The query with spelling corrections.
    pub corrected: Option<String>,
}

/// Suggestions while the visitor types.
#[derive(Debug)]
pub struct Suggested<'i> {
    /// Completed queries.
    pub queries: Vec<String>,
    /// Products.
    pub products: Vec<&'i Document>,
    /// Content pages.
    pub content: Vec<&'i Document>,
    /// Number of matching families.
    pub total: usize,
}

/// The search index of one locale.
pub struct Index {
    locale: String,
    documents: Vec<Document>,
    columns: Columns,
    language: Language,
    vocabulary: Vocabulary,
    synonyms: Synonyms,
    stop_words: HashSet<String>,
    price_words: PriceWords,
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
    /// Builds the index of a locale from the lines of its file.
    pub fn of_lines(locale: &str, lines: &str, known: &SearchWordsFile) -> Result<Self, SearchError> {
        let parse = |(at, line)| {
            serde_json::from_str(line).map_err(|why| SearchError::Document {
                locale: locale.to_owned(),
                line: at,
                why,
            })
        };
        let lines = (1..).zip(lines.lines()).filter(|(_, line)| !line.is_empty());
        let documents: Vec<Document> = lines.map(parse).collect::<Result<_, _>>()?;
        Self::new(locale, documents, known).map_err(|why| SearchError::Index {
            locale: locale.to_owned(),
            why,
        })
    }

    fn new(locale: &str, mut documents: Vec<Document>, known: &SearchWordsFile) -> tantivy::Result<Self> {
        let language = Language::of(locale);
        let mut vocabulary = Vocabulary::new(language);
        documents
            .iter()
            .for_each(|document| vocabulary.add(&all_words(document)));
        vocabulary.add_synonyms(&Synonyms::words(known));
        documents
            .iter()
            .for_each(|document| vocabulary.add_descriptive(&descriptive_words(document)));
        let (schema, fields) = Fields::schema();
        let builder = Words::builder().schema(schema).tokenizers(whitespace());
        let mut writer = builder.single_segment_index_writer(RamDirectory::create(), WRITER_MEMORY_BYTES)?;
        for document in &documents {
            writer.add_document(terms_of(document, &vocabulary, language, fields))?;
        }
        let words = writer.finalize()?;
        // The body text is needed only for building the full-text index.
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
            synonyms: Synonyms::new(known, language),
            stop_words: single(&known.stop),
            price_words: PriceWords::new(known),
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

    /// Whether the index has no documents.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Finds products and content pages.
    pub fn find(&self, request: &Request) -> Result<Found<'_>, SearchError> {
        let asked = !request.query.trim().is_empty();
        let (words, price) = self.price_words.split_price(&request.query);
        let clauses = self.query_parser().parse(&words, false);
        let request = &request.clone().with_price_limit(price);
        let hits = if asked {
            self.with_numbers(&request.query, self.hits(&clauses)?)
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
            corrected: corrected(&clauses),
        })
    }

    /// Suggestions for a query whose last word may be incomplete.
    pub fn suggest(&self, typed: &str, products: usize, content: usize) -> Result<Suggested<'_>, SearchError> {
        let clauses = self.query_parser().parse(typed, true);
        let hits = self.with_numbers(typed, self.hits(&clauses)?);
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

    fn query_parser(&self) -> QueryParser<'_> {
        QueryParser {
            language: self.language,
            vocabulary: &self.vocabulary,
            synonyms: &self.synonyms,
            stop_words: &self.stop_words,
        }
    }

    /// The query with its last word completed, most frequent words first.
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

    /// The product whose number, EAN or manufacturer's number is the query.
    fn exact(&self, query: &str) -> Option<&Document> {
        let number = compact(query);
        // Shorter numbers are prices or sizes.
        (number.len() >= 4).then_some(())?;
        let document = self.document(*self.by_number.get(&number)?)?;
        let mut numbers = document.numbers.iter().filter(|own| compact(own) == number);
        // A number without digits may also be a product name; it matches only in the shop's spelling.
        let is_meant = |own: &String| own.chars().any(|c| !c.is_alphabetic()) || own == query.trim();
        numbers.any(is_meant).then_some(document)
    }

    /// Moves products whose number equals or starts with the query to the front.
    fn with_numbers(&self, query: &str, mut hits: Vec<Scored>) -> Vec<Scored> {
        let number = compact(query);
        let is_number = query.chars().any(|c| c.is_ascii_digit() || c == '-');
        if number.len() < 4 || !is_number {
            return hits;
        }
        let begun = self.by_number.range(number.clone()..);
        for (own, document) in begun.take_while(|(own, _)| own.starts_with(&number)) {
            let score = if *own == number {
                NUMBER_SCORE
            } else {
                NUMBER_PREFIX_SCORE
            };
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

    /// Documents that match every clause with known terms; if there is no product among them, also those that match
    /// most clauses.
    fn hits(&self, clauses: &[Clause]) -> Result<Vec<Scored>, SearchError> {
        let possible: Vec<&Clause> = clauses
            .iter()
            .filter(|clause| !clause.alternatives.is_empty())
            .collect();
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
            let near = self.near_best(self.run(&possible, false)?).into_iter();
            hits.extend(near.filter(|hit| !known.contains(&hit.document)));
        }
        for hit in &mut hits {
            hit.score += self.title_share(hit.document, &possible);
        }
        Ok(hits)
    }

    /// Partial matches with at least two thirds of the best score.
    fn near_best(&self, hits: Vec<Scored>) -> Vec<Scored> {
        let best = hits.iter().map(|hit| hit.score).fold(0.0, f32::max);
        hits.into_iter().filter(|hit| hit.score * 1.5 >= best).collect()
    }

    /// Score for the share of the title that the query covers.
    fn title_share(&self, document: u32, clauses: &[&Clause]) -> f32 {
        let Some(title) = place(document)
            .and_then(|place| self.title_terms.get(place))
            .filter(|title| !title.is_empty())
        else {
            return 0.0;
        };
        let written = clauses
            .iter()
            .flat_map(|clause| &clause.alternatives)
            .filter(|alternative| alternative.weight >= 0.6);
        let terms: HashSet<&String> = written.flat_map(|alternative| &alternative.terms).collect();
        let met = title.iter().filter(|term| terms.contains(term)).count();
        let share = u16::try_from(met).map_or(1.0, f32::from) / u16::try_from(title.len()).map_or(f32::MAX, f32::from);
        TITLE_SCORE * share
    }

    /// Runs the query; `strict` requires all clauses to match. A clause whose terms occur only in body text is optional
    /// if another clause is descriptive: it then affects only the score.
    fn run(&self, clauses: &[&Clause], strict: bool) -> Result<Vec<Scored>, SearchError> {
        let is_descriptive = |clause: &Clause| {
            let mut terms = clause.alternatives.iter().flat_map(|alternative| &alternative.terms);
            terms.any(|term| self.vocabulary.is_descriptive(term))
        };
        let any_descriptive = clauses.iter().any(|clause| is_descriptive(clause));
        let clauses = clauses
            .iter()
            .map(|clause| match (strict, any_descriptive && !is_descriptive(clause)) {
                (true, false) => (Occur::Must, self.clause_query(clause)),
                (false, false) => (Occur::Should, self.clause_query(clause)),
                (_, true) => {
                    let constant: Box<dyn Query> =
                        Box::new(ConstScoreQuery::new(self.clause_query(clause), TEXT_ONLY_SCORE));
                    (Occur::Should, constant)
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

    fn clause_query(&self, clause: &Clause) -> Box<dyn Query> {
        let alternatives = clause
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
        let fields = TEXT_FIELDS.iter().map(|(field, _, boost)| -> Box<dyn Query> {
            let term = Term::from_field_text(self.fields.of(*field), term);
            match field {
                TextField::Text => {
                    let query = Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs));
                    Box::new(BoostQuery::new(query, *boost))
                }
                _ => Box::new(ConstScoreQuery::new(
                    Box::new(TermQuery::new(term, IndexRecordOption::Basic)),
                    *boost,
                )),
            }
        });
        Box::new(DisjunctionMaxQuery::with_tie_breaker(fields.collect(), TIE_BREAKER))
    }

    /// Content pages among the hits, best match first.
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

/// The words of title, facts and properties.
fn descriptive_words(document: &Document) -> BTreeSet<String> {
    let facts = document.facts.iter().chain(&document.properties);
    let texts = facts.map(String::as_str).chain([document.title.as_str()]);
    texts.flat_map(words).collect()
}

fn all_words(document: &Document) -> BTreeSet<String> {
    let mut all = descriptive_words(document);
    all.extend(words(&document.text));
    all
}

/// The indexed terms of a document by field. Parts of compounds are in separate fields.
fn terms_of(document: &Document, vocabulary: &Vocabulary, language: Language, fields: Fields) -> TantivyDocument {
    let title = vec![document.title.as_str()];
    let facts: Vec<&str> = document.facts.iter().map(String::as_str).collect();
    let properties: Vec<&str> = document.properties.iter().map(String::as_str).collect();
    let mut terms = TantivyDocument::new();
    for (written, parts, texts) in [
        (TextField::Title, TextField::TitleParts, title),
        (TextField::Facts, TextField::FactsParts, facts),
        (TextField::Properties, TextField::PropertiesParts, properties),
    ] {
        let words = words_of(&texts);
        terms.add_text(fields.of(written), joined(words.iter().map(|word| language.term(word))));
        let found = words.iter().filter_map(|word| vocabulary.parts(word));
        let found = found.flat_map(|parts| parts.heads.into_iter().chain([parts.tail]));
        terms.add_text(fields.of(parts), joined(found));
    }
    let text = words(&document.text).into_iter().map(|word| language.term(&word));
    terms.add_text(fields.of(TextField::Text), joined(text));
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

/// The query with spelling corrections; `None` if there are none.
fn corrected(clauses: &[Clause]) -> Option<String> {
    clauses.iter().any(|clause| clause.corrected.is_some()).then(|| {
        let word = |clause: &Clause| clause.corrected.clone().unwrap_or_else(|| clause.words.join(" "));
        clauses.iter().map(word).collect::<Vec<_>>().join(" ")
    })
}

/// Collects every hit with its score.
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
