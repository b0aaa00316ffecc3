//! Expected texts on the pages of the edge-case shop.

use super::whole::unescaped;
use crate::support::Shop;

pub(super) fn texts_are_shown_as_they_are(shop: &Shop) {
    for (file, parts) in [
        (
            "producten/product-amp.html",
            [
                "Tafel &amp; stoel &lt;klein&gt; &quot;mooi&quot; &#39;ook&#39;",
                "A &amp; B &lt; C &gt; &quot;D&quot;",
            ],
        ),
        (
            "producten/product-script.html",
            [
                "&lt;script&gt;alert(&#39;naam&#39;)&lt;/script&gt;</h1>",
                "<p>Tekst  <a href=\"https://evil.example\" rel=\"noopener\">evil.example</a> klik</p>",
            ],
        ),
        (
            "producten/כיסא-עץ.html",
            ["כיסא עץ &quot;מודרני&quot; (חדש)</h1>", "<strong>נוח</strong>"],
        ),
        (
            "producten/stoel-🪑-👩‍👩‍👧‍👦.html",
            ["Stoel 🪑 met 👩‍👩‍👧‍👦 en 🇳🇱</h1>", "%F0%9F%AA%91"],
        ),
        (
            "producten/product-sjabloon.html",
            [
                "Kast {naam} en {% raw %} ${x}</h1>",
                "gebruik href=\"foo\" of src=\"bar\" in je code",
            ],
        ),
        ("producten/product-lange-tekst.html", ["Alinea 1:", "Alinea 700:"]),
        (
            "de/produkte/product-geen-tekst.html",
            ["Ohne Beschreibung</h1>", "lang=\"de-DE\""],
        ),
        (
            "en/products/no-german.html",
            ["Dutch and English only</h1>", "Not in German."],
        ),
        (
            "lijst.html",
            [
                "Lijst &amp; &lt;vier&gt; &quot;lijsten&quot;</h1>",
                "href=\"/lijst/pagina/2\" rel=\"next\"",
            ],
        ),
        (
            "lijst/pagina/2.html",
            [
                "Lijst &amp; &lt;vier&gt; &quot;lijsten&quot;</h1>",
                "href=\"/lijst\" rel=\"prev\"",
            ],
        ),
        (
            "service/retour.html",
            [
                "Retour &amp; &quot;ruilen&quot; &lt;binnen 14 dagen&gt;</h1>",
                "Zo ruilt u.",
            ],
        ),
        (
            "de/ueber-uns.html",
            ["Über uns: Größe &amp; Maß</h1>", "Rand is ook een plek."],
        ),
        (
            "designers/kaal.html",
            ["&quot;Kaal&quot; &amp; &lt;leeg&gt;</h1>", "lang=\"nl-NL\""],
        ),
        (
            "index.html",
            ["Alles wat niet past</h1>", "Rand &amp; Zonen &lt;&quot;edge&quot;&gt;"],
        ),
        ("404.html", ["Niet &lt;hier&gt;</h1>", "noindex"]),
    ] {
        let html = shop.file(&format!("site/{file}"));
        for part in parts {
            assert!(html.contains(part), "{part:?} is not in {file}");
        }
    }
}

/// A page without header and footer.
pub(super) fn main_part(html: &str) -> &str {
    html.split_once("<main").unwrap().1.split("</main>").next().unwrap()
}

/// The text of a page without its tags and the data of its islands.
pub(super) fn words(html: &str) -> String {
    let main = main_part(html);
    let texts = main
        .split('<')
        .filter(|part| !part.starts_with("script"))
        .filter_map(|part| part.split_once('>'))
        .map(|(_, text)| text);
    let words = texts.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    unescaped(&words).replace('\u{a0}', " ")
}

pub(super) fn products_say_what_they_can(shop: &Shop) {
    let page = |file: &str| words(&shop.file(&format!("site/producten/{file}.html")));
    assert!(page("product-gratis").contains("€ 0,00"));
    assert!(
        !page("product-lijst-lager").contains("€ 150,00"),
        "no reduction where the list price is lower"
    );
    assert!(!page("product-lijst-gelijk").contains("Eerst"));
    assert!(page("product-dag30-hoger").contains("Laagste prijs van de laatste 30 dagen: € 300,00"));
    assert!(
        !page("product-dag30-lager").contains("€ 250,00"),
        "nothing is struck through"
    );
    assert!(page("product-staffel-gat").contains("tot 9 € 48,00 tot 999 € 49,99 vanaf 1.000 € 0,01"));
    assert!(page("product-min-boven").contains("Uitverkocht"));
    assert!(page("product-voorraad-min").contains("Op bestelling"));
    assert!(page("product-digitaal").contains("Dit is een download"));
    let parts = page("product-delen-zelf");
    let parts = parts
        .split_once("Onderdelen")
        .unwrap()
        .1
        .split("Meer van")
        .next()
        .unwrap();
    assert_eq!(
        parts.trim(),
        "BESTAAT-NIET Gewone kast GEWOON € 100,00 INACTIEF",
        "each once, not itself"
    );
    let bundle = page("product-bundel-gat");
    assert!(
        bundle.contains("BESTAAT-NIET 2 × Gewone kast GEWOON 1 × INACTIEF 1 ×"),
        "{bundle}"
    );
    let wrong = page("product-velden-fout");
    assert!(
        wrong.contains("Over dit stuk zijn nog geen vragen gesteld.") && wrong.contains("geen onderhoud beschreven")
    );
    let scripts = shop.file("site/producten/product-velden-script.html");
    let questions = scripts
        .split_once("id=\"questions\"")
        .unwrap()
        .1
        .split("</section>")
        .next()
        .unwrap();
    assert_eq!(
        questions.matches("<details").count(),
        1,
        "a question without words is none"
    );
    let odd = shop.file("site/producten/product-rare-groep.html");
    assert!(
        !odd.contains("/designers/") && odd.contains("Iemand &amp; niemand"),
        "a designer without entry is text"
    );
    assert!(
        !main_part(&shop.file("site/producten/product-merk-zonder.html")).contains("/merken/"),
        "a brand without entry is text"
    );
    assert!(!odd.contains("evil.example"), "a colour that is none is not printed");
    let sofa = shop.file("site/producten/bank-500--stof-500.html");
    let options = sofa.matches("<li data-words=").count();
    assert_eq!(options, 500, "every cloth of the family can be chosen");
    assert!(sofa.contains("href=\"/producten/bank-500--stof-2\"") && sofa.contains("option__state"));
}

pub(super) fn blocks_and_links_of_editors(shop: &Shop) {
    // R-CMS-10: this shop has no catalogues, projects and showrooms; an editor's own text comes before the shop's.
    for (page, texts) in [
        (
            "overzichten",
            [
                "Er is nu geen catalogus.",
                "Er zijn nog geen projecten beschreven.",
                "Er is nu geen showroom open.",
            ],
        ),
        (
            "en/overviews",
            [
                "There is no catalogue at the moment.",
                "No projects have been written up yet.",
                "No showroom is open at present.",
            ],
        ),
        (
            "de/uebersichten",
            [
                "Zurzeit gibt es keinen Katalog.",
                "Noch sind keine Projekte beschrieben.",
                "Zurzeit ist kein Showroom geöffnet.",
            ],
        ),
    ] {
        let html = shop.file(&format!("site/{page}.html"));
        assert!(html.contains("Leeg &amp; &lt;b&gt;leeg&lt;/b&gt;"), "{page}");
        for text in texts {
            assert!(html.contains(text), "{page}: {text}");
        }
    }
    let blocks = shop.file("site/blokken.html");
    for part in ["Zonder beeld</h2>", "Zonder alt</h2>", "focus=0,100", "alt=\"\""] {
        assert!(blocks.contains(part), "{part:?}");
    }
    assert!(
        !blocks.contains("<blockquote") && !blocks.contains("block-cta"),
        "a block that nobody filled is not shown"
    );
    let links = shop.file("site/links.html");
    for (words, href) in [
        ("met protocol", "https://www.example.com/a?b=1&amp;c=2\" rel=\"noopener"),
        ("mail", "mailto:winkel@rand.example?subject=Vraag%20%26%20meer"),
        ("telefoon met spaties", "tel:+31850001234"),
        ("telefoon", "tel:+31850001234"),
        ("anker", "#onder"),
        ("anker op een pagina", "/service#hulp"),
        ("vraag", "/service?tab=1"),
        ("slash aan het eind", "/service"),
        (
            "bestand met spaties",
            "https://files.example/prijs%20lijst%20(nl).pdf\" rel=\"noopener",
        ),
        ("product", "/producten/gewone-kast"),
        (
            "product met umlaut",
            "/producten/m%C3%B6bel--gr%C3%B6%C3%9Fe-%C3%BCn%C3%AFque",
        ),
    ] {
        let link = format!("<p><a href=\"{href}\">{words}</a></p>");
        assert!(links.contains(&link), "{link}");
    }
    assert!(links.contains("/assets/documenten/prijslijst-2026.pdf\" rel=\"noopener\">PDF</a>"));
    assert!(
        links.contains("/assets/documenten/prijslijst%202026%20(nl).pdf\""),
        "the button PDF"
    );
    for words in [
        "zonder protocol",
        "alleen slashes",
        "hoofdletter",
        "nergens",
        "script",
        "script anders",
        "data",
        "vb",
        "concept",
        "onbekend",
        "omhoog",
        "leeg",
        "geen product",
        "half",
        "ftp",
    ] {
        assert!(links.contains(&format!("<p>{words}</p>")), "{words:?} is words alone");
    }
    let html = shop.file("site/html.html");
    let (first, second) = (
        html.find("<h2 id=\"kop-1\">Kop 1</h2>").unwrap(),
        html.find("<h3 id=\"kop-4\">Kop 4</h3>").unwrap(),
    );
    assert!(first < second, "R-CMS-04: headings are kept in order");
    let german = shop.file("site/de/ueber-uns.html");
    assert!(
        german.contains("href=\"/service\"") || german.contains("href=\"/de/service\""),
        "inherited Dutch blocks lead somewhere"
    );
    let header = shop.file("site/index.html");
    let header = header
        .split_once("<header")
        .unwrap()
        .1
        .split("</header>")
        .next()
        .unwrap()
        .to_owned();
    assert!(header.contains("Alleen tekst &amp; &lt;b&gt;kop&lt;/b&gt;") && !header.contains("Concept"));
    assert!(header.contains("zonder-maat.svg"), "a logo without measures is a logo");
}

/// Blocks of questions, forms, places, videos and files with unexpected values.
pub(super) fn services(shop: &Shop) {
    let html = shop.file("site/diensten.html");
    for part in [
        "Diensten &amp; &lt;rest&gt;</h1>",
        "faq__question\">&lt;b&gt;Vraag&lt;/b&gt; &amp; &quot;antwoord&quot;</h3>",
        "<p>Ja &amp; nee.</p>",
        "faq__question\">Antwoord leeg</h3>",
        "faq__question\">Vraag zonder antwoord</h3>",
        "<p class=\"empty\">Hier zijn nu geen vragen.</p>",
        "data-form=\"alles\"",
        "<li>Korting &amp; &lt;meer&gt;</li>",
        "<p class=\"empty\">Er is nu geen showroom die afspraken maakt.</p>",
        "place__title\">Winkel in zee &amp; op 0,0</h3>",
        "directions?route=%3B0%2C0",
        "place__title\">Winkel zonder iets</h3>",
        "href=\"https://www.youtube.com/watch?v=1&amp;t=2\"",
        "href=\"https://vimeo.com/1\"",
        ">prijslijst 2026 (nl).pdf</a>",
        ">Prijzen &lt;2026&gt;</a>",
        "<p class=\"empty\">Er zijn nu geen bestanden.</p>",
        "Foto 2 van 2, bij Instagram",
        "href=\"https://kaart.example/?a=1&amp;b=2\"",
        "<p class=\"embed__title\">Kaart &amp; &lt;route&gt;</p>",
        "Beeld zonder maat</h2>",
    ] {
        assert!(html.contains(part), "{part:?} is not in diensten.html");
    }
    for gone in [
        "VRAAG ZONDER WOORDEN",
        "DEZE VRAAG STAAT UIT",
        "STAP ZONDER TITEL",
        "FILM MET SCRIPT",
        "FILM ZONDER PROTOCOL",
        "BESTAND WEG",
        "INGEBED",
        "evil.example",
        "films.example",
        "<iframe",
        "met spatie\"",
        "section--paars",
    ] {
        assert!(!html.contains(gone), "{gone:?} is in diensten.html");
    }
    let data = html
        .split("\"@type\":\"FAQPage\"")
        .nth(1)
        .expect("the questions are structured data");
    let data = data.split("</script>").next().unwrap();
    assert_eq!(
        data.matches("\"Question\"").count(),
        1,
        "a question without an answer is none: {data}"
    );
    assert_eq!(
        html.matches("Vraag zonder antwoord</h3>").count(),
        1,
        "chosen twice, shown once"
    );
}
