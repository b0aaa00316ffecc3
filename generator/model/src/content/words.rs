//! The words of a block, each with its role on the page. Search documents, the Markdown form of a page and excerpts
//! choose among them by role.
//!
//! **Invariant:** a new kind of block does not compile until it says here which words it has.

use super::{BlockKind, FaqBlock, Figure, Heading, RichTextNode, Step};
use crate::rich_text::RichText;

/// Words of a block by their role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Words<'a> {
    /// A heading with the paragraph below it.
    Heading(&'a Heading),
    /// The main text.
    Text(&'a RichText),
    /// The main text, with pictures and other sets between its paragraphs.
    Nodes(&'a [RichTextNode]),
    /// A quotation.
    Quote {
        /// The quoted text.
        quote: &'a str,
        /// The person quoted.
        author: Option<&'a str>,
    },
    /// An item of a list: a card, a selling point.
    Item {
        /// Title.
        title: &'a str,
        /// Text.
        text: Option<&'a str>,
    },
    /// A number or a year with its explanation.
    Figure(&'a Figure),
    /// A question; its answer follows.
    Question(&'a str),
    /// The answer to the question before it.
    Answer(&'a [RichTextNode]),
    /// The text below a list.
    TextBelow(&'a RichText),
    /// What an account brings: a sentence beside a form.
    Benefit(&'a str),
    /// A step that follows after a form is sent.
    Step(&'a Step),
    /// The label of a file, or the title of content that another site shows. Labels of buttons are no words of a block:
    /// they describe the page that they lead to.
    Link(&'a str),
}

/// Questions with their answers, in order.
pub type Questions<'a> = Vec<(&'a str, &'a [RichTextNode])>;

impl BlockKind {
    /// The block's words in the order of the page. `questions` finds the questions of a block, because those of a
    /// category are entries of their own. Not included: names of listed entries and products, texts that are shown only
    /// after a form is sent or when a list is empty.
    pub fn words<'a>(&'a self, questions: impl FnOnce(&'a FaqBlock) -> Questions<'a>) -> Vec<Words<'a>> {
        let heading = self.heading().map(Words::Heading);
        let own = match self {
            Self::HeroSlider(block) => {
                return block
                    .slides
                    .iter()
                    .map(|slide| Words::Heading(&slide.heading))
                    .collect();
            }
            Self::Hero(block) => vec![Words::Text(&block.text)],
            Self::HeroSplit(block) => vec![Words::Text(&block.text)],
            Self::TextImage(block) => vec![Words::Text(&block.text)],
            Self::Overview(block) => vec![Words::Text(&block.text)],
            Self::NewsletterCta(block) => vec![Words::Text(&block.text)],
            Self::AppointmentCta(block) => vec![Words::Text(&block.text)],
            Self::CataloguesCta(block) => vec![Words::Text(&block.text)],
            Self::Cta(block) => vec![Words::Text(&block.text)],
            Self::GenericForm(block) => vec![Words::Text(&block.text)],
            Self::ProductsOverview(block) => vec![Words::Text(&block.text_top), Words::TextBelow(&block.text_bottom)],
            Self::RichText(block) => vec![Words::Nodes(&block.text)],
            Self::Quote(block) => vec![Words::Quote {
                quote: &block.quote,
                author: block.author.as_deref(),
            }],
            Self::Cards(block) => {
                let cards = block.cards.iter();
                cards.map(|card| item(&card.title, card.text.as_deref())).collect()
            }
            Self::Usps(block) => {
                let items = block.items.iter();
                items.map(|usp| item(&usp.title, usp.text.as_deref())).collect()
            }
            Self::Numbers(block) | Self::Timeline(block) => block.items.iter().map(Words::Figure).collect(),
            Self::Faq(block) => {
                let found = questions(block).into_iter();
                found
                    .flat_map(|(question, answer)| [Words::Question(question), Words::Answer(answer)])
                    .collect()
            }
            Self::CompanyAccountForm(block) => {
                let benefits = block.benefits.iter().map(|benefit| Words::Benefit(benefit));
                benefits.chain(block.steps.iter().map(Words::Step)).collect()
            }
            Self::Downloads(block) => block.files.iter().map(|file| Words::Link(&file.label)).collect(),
            Self::HtmlEmbed(block) => block.title.iter().map(|title| Words::Link(title)).collect(),
            Self::HeroEntry(_)
            | Self::HeroShowroom(_)
            | Self::Gallery(_)
            | Self::BrandsGrid(_)
            | Self::FeaturedProducts(_)
            | Self::CollectionProducts(_)
            | Self::FeaturedEntries(_)
            | Self::RelatedEntries(_)
            | Self::ShowroomAppointmentForm(_)
            | Self::VacancyApplicationForm(_)
            | Self::StoreLocations(_)
            | Self::Video(_)
            | Self::InstagramWall(_)
            | Self::Spacer(_)
            | Self::Divider(_)
            | Self::Unbuilt(_) => Vec::new(),
        };
        heading.into_iter().chain(own).collect()
    }
}

fn item<'a>(title: &'a str, text: Option<&'a str>) -> Words<'a> {
    Words::Item { title, text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Card, CardsBlock, FaqItem};

    #[test]
    fn the_heading_comes_first_and_each_question_precedes_its_answer() {
        let heading = Heading {
            heading: Some("Onderhoud".into()),
            ..Heading::default()
        };
        let cards = BlockKind::Cards(CardsBlock {
            heading: heading.clone(),
            cards: vec![Card {
                title: "Oliën".into(),
                ..Card::default()
            }],
            ..CardsBlock::default()
        });
        let expected = [Words::Heading(&heading), item("Oliën", None)];
        assert_eq!(cards.words(|_| Vec::new()), expected);

        let faq = BlockKind::Faq(FaqBlock {
            items: vec![FaqItem {
                question: "Hoe vaak?".into(),
                answer: Vec::new(),
            }],
            ..FaqBlock::default()
        });
        let words = faq.words(|block| {
            block
                .items
                .iter()
                .map(|item| (item.question.as_str(), &item.answer[..]))
                .collect()
        });
        assert_eq!(words[1..], [Words::Question("Hoe vaak?"), Words::Answer(&[])]);
    }
}
