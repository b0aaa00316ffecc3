//! Examples of the blocks of questions, forms, places, videos and files. See [`super::examples`].

use vitrine_model::{
    content::{
        Background, BlockKind, CompanyAccountFormBlock, CtaBlock, CtaVariant, DownloadsBlock, FaqBlock, FaqItem,
        FileLink, GenericFormBlock, HeroShowroomBlock, HtmlEmbedBlock, InstagramWallBlock, NewsletterCtaBlock,
        NewsletterVariant, PictureRatio, RichTextBlock, RichTextNode, ShowroomAppointmentFormBlock, Step,
        StoreLocationsBlock, TextImageBlock, VacancyApplicationFormBlock, VideoBlock, WallItem,
    },
    ids::{EntryId, FormHandle},
    link::LinkTarget,
};

use super::samples::{Example, Samples, full_heading, heading, text};

/// A word as long as German ones can be: it must not make a block wider than its viewport.
const LONG: &str = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const FILM: &str = "https://www.youtube.com/watch?v=example";

/// An entry id that does not exist.
fn nobody() -> Vec<EntryId> {
    EntryId::parse("styleguide-nobody").into_iter().collect()
}

pub(super) fn blocks(samples: &Samples<'_>) -> Vec<Example> {
    let mut all = questions(samples);
    all.extend(forms(samples));
    all.extend(places(samples));
    all.extend(files(samples));
    all.extend(variants(samples));
    all
}

fn questions(samples: &Samples<'_>) -> Vec<Example> {
    let item = |question: &str| FaqItem {
        question: question.to_owned(),
        answer: vec![RichTextNode::Text(text(samples))],
    };
    let faq = |items: Vec<FaqItem>| {
        BlockKind::Faq(FaqBlock {
            heading: heading(samples),
            items,
            ..FaqBlock::default()
        })
    };
    vec![
        (
            "faq",
            faq(vec![item(samples.sentence), item(LONG)]),
            Background::Default,
        ),
        ("faq: nothing found", faq(Vec::new()), Background::Default),
    ]
}

fn forms(samples: &Samples<'_>) -> Vec<Example> {
    let generic = |form: &str, image: bool| {
        BlockKind::GenericForm(Box::new(GenericFormBlock {
            heading: full_heading(samples),
            form: FormHandle::parse(form).ok(),
            text: text(samples),
            image: samples.wide.clone().filter(|_| image),
            ..GenericFormBlock::default()
        }))
    };
    let step = |title: &str| Step {
        title: title.to_owned(),
        text: Some(samples.sentence.to_owned()),
    };
    let company = BlockKind::CompanyAccountForm(CompanyAccountFormBlock {
        heading: heading(samples),
        form: FormHandle::parse("company_account_request").ok(),
        benefits: vec![samples.sentence.to_owned(), LONG.to_owned()],
        steps: vec![step(samples.title), step(LONG)],
        ..CompanyAccountFormBlock::default()
    });
    let appointment = |showrooms: Vec<EntryId>| {
        BlockKind::ShowroomAppointmentForm(ShowroomAppointmentFormBlock {
            heading: heading(samples),
            form: FormHandle::parse("showroom_appointment").ok(),
            showrooms,
            ..ShowroomAppointmentFormBlock::default()
        })
    };
    let vacancy = BlockKind::VacancyApplicationForm(VacancyApplicationFormBlock {
        heading: heading(samples),
        form: None,
    });
    vec![
        ("generic_form", generic("contact", false), Background::Default),
        (
            "generic_form: with a picture",
            generic("contact", true),
            Background::Sand,
        ),
        (
            "generic_form: no such form",
            generic("styleguide", false),
            Background::Default,
        ),
        ("company_account_form", company, Background::Default),
        (
            "showroom_appointment_form",
            appointment(Vec::new()),
            Background::Default,
        ),
        (
            "showroom_appointment_form: nothing found",
            appointment(nobody()),
            Background::Default,
        ),
        ("vacancy_application_form", vacancy, Background::Default),
    ]
}

fn places(samples: &Samples<'_>) -> Vec<Example> {
    let stores = |showrooms: Vec<EntryId>| {
        BlockKind::StoreLocations(StoreLocationsBlock {
            heading: heading(samples),
            showrooms,
            show_hours: true,
            show_route: true,
            show_map: true,
        })
    };
    let hero = BlockKind::HeroShowroom(HeroShowroomBlock {
        show_opening_hours: true,
        show_route: true,
    });
    vec![
        ("store_locations", stores(Vec::new()), Background::Default),
        ("store_locations: nothing found", stores(nobody()), Background::Default),
        ("hero_showroom", hero, Background::Default),
    ]
}

fn files(samples: &Samples<'_>) -> Vec<Example> {
    let video = |poster: bool| {
        BlockKind::Video(VideoBlock {
            heading: heading(samples),
            url: Some(FILM.to_owned()),
            poster: samples.wide.clone().filter(|_| poster),
        })
    };
    let file = |label: &str, bytes: Option<u64>| FileLink {
        label: label.to_owned(),
        url: "https://files.example/list.pdf".to_owned(),
        bytes,
    };
    let downloads = |files: Vec<FileLink>| {
        BlockKind::Downloads(DownloadsBlock {
            heading: heading(samples),
            files,
        })
    };
    let pictures = [&samples.wide, &samples.tall, &samples.wide].into_iter().flatten();
    let wall = pictures.enumerate().map(|(place, image)| WallItem {
        image: image.clone(),
        link: (place != 1).then(|| LinkTarget::External("https://www.instagram.com/p/example".to_owned())),
    });
    let embed = BlockKind::HtmlEmbed(HtmlEmbedBlock {
        url: Some("https://maps.example/route".to_owned()),
        title: Some(samples.title.to_owned()),
    });
    vec![
        ("video", video(true), Background::Default),
        ("video: without a poster", video(false), Background::Default),
        (
            "downloads",
            downloads(vec![file(samples.title, Some(1_240_000)), file(LONG, None)]),
            Background::Default,
        ),
        ("downloads: nothing found", downloads(Vec::new()), Background::Default),
        (
            "instagram_wall",
            BlockKind::InstagramWall(InstagramWallBlock { items: wall.collect() }),
            Background::Default,
        ),
        ("html_embed", embed, Background::Default),
    ]
}

/// Variants of blocks whose plain form is among the other examples.
fn variants(samples: &Samples<'_>) -> Vec<Example> {
    let newsletter = |variant: NewsletterVariant| {
        BlockKind::NewsletterCta(NewsletterCtaBlock {
            heading: heading(samples),
            text: text(samples),
            image: samples.wide.clone(),
            variant,
            ..NewsletterCtaBlock::default()
        })
    };
    let split = BlockKind::Cta(CtaBlock {
        heading: heading(samples),
        text: text(samples),
        image: samples.wide.clone(),
        variant: CtaVariant::Split,
        ..CtaBlock::default()
    });
    let upright = BlockKind::TextImage(TextImageBlock {
        heading: heading(samples),
        text: text(samples),
        image: samples.wide.clone(),
        image_mobile: samples.tall.clone(),
        video: Some(FILM.to_owned()),
        ratio: Some(PictureRatio::Upright),
        ..TextImageBlock::default()
    });
    let image = |wide: bool| {
        samples.wide.clone().map(|image| RichTextNode::Image {
            image,
            caption: Some(samples.title.to_owned()),
            wide,
        })
    };
    let film = RichTextNode::Video {
        url: FILM.to_owned(),
        poster: samples.wide.clone(),
    };
    let nodes = image(false).into_iter().chain(image(true)).chain([film]);
    let rich = BlockKind::RichText(RichTextBlock {
        text: nodes.collect(),
        ..RichTextBlock::default()
    });
    vec![
        (
            "newsletter_cta: card",
            newsletter(NewsletterVariant::Card),
            Background::Default,
        ),
        (
            "newsletter_cta: split",
            newsletter(NewsletterVariant::Split),
            Background::Default,
        ),
        ("cta: split", split, Background::Default),
        ("text_image: 3 to 4, with a video", upright, Background::Default),
        ("rich_text: pictures and a video", rich, Background::Default),
    ]
}
