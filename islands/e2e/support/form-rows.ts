// The forms of the demo shop: where each is, how it is filled in, and what the CMS has of it then.
import type { Locale } from "./texts";

/** A file that is chosen. */
export type Chosen = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** By the name of the field, in the order of the form: a text or an option, the boxes that are ticked, or a file. */
export type Answers = Readonly<Record<string, string | readonly string[] | Chosen>>;

export type FormRow = {
  readonly handle: string;
  readonly paths: Readonly<Record<Locale, string>>;
  /** What the specification says of this form alone. */
  readonly requirement?: string;
  /** What it is called on the page, if it is one line there. */
  readonly line?: string;
  /** A field that must be filled in, by its handle and the key of its label. */
  readonly required: readonly [handle: string, label: string];
  readonly answers: Answers;
  /** Where it arrives; the CMS has other values where they differ from the answers. */
  readonly arrives: "newsletter" | Readonly<Record<string, unknown>>;
};

const PDF: Chosen = {
  name: "cv.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
};

const NAME = { first_name: "Noor", last_name: "Bakker" };
const EMAIL = { email: "noor@example.com" };
const PHONE = { phone: "085 000 12 34" };
const ADDRESS = { street: "Kadelaan", number: "12", postcode: "6211 KL", city: "Maasdrecht" };
const PRIVACY = { privacy: ["1"] };

const first = ["first_name", "forms.fields.first_name"] as const;
const email = ["email", "forms.fields.email"] as const;
const newsletter = { nl: "/nieuwsbrief", en: "/en/newsletter", de: "/de/newsletter" };

export const FORM_ROWS: readonly FormRow[] = [
  {
    handle: "contact",
    paths: { nl: "/contact", en: "/en/contact", de: "/de/kontakt" },
    required: first,
    answers: {
      ...NAME,
      ...EMAIL,
      subject: "order",
      order_number: "10042",
      message: "Past de tafel in een lift van een meter?",
      ...PRIVACY,
    },
    arrives: { subject: "order", order_number: "10042" },
  },
  {
    handle: "showroom_appointment",
    requirement: "R-STORE-02",
    paths: { nl: "/service/afspraak", en: "/en/service/appointment", de: "/de/service/termin" },
    required: ["showroom", "forms.fields.showroom"],
    answers: {
      showroom: "breda",
      type: "interior",
      date: "2027-02-10",
      time_slot: "11:00",
      ...NAME,
      ...EMAIL,
      ...PHONE,
      ...PRIVACY,
    },
    arrives: { showroom: "breda", time_slot: "11:00" },
  },
  {
    handle: "company_account_request",
    requirement: "R-ACCT-08",
    paths: { nl: "/service/zakelijk-account", en: "/en/service/business-account", de: "/de/service/geschaeftskonto" },
    required: ["company_name", "forms.fields.company_name"],
    answers: {
      company_name: "Bakker & zonen",
      business_type: "office",
      country: "NL",
      kvk_number: "12345678",
      vat_number: "NL123456789B01",
      ...ADDRESS,
      ...NAME,
      ...EMAIL,
      ...PHONE,
      terms: ["1"],
      ...PRIVACY,
    },
    arrives: { company_name: "Bakker & zonen", kvk_number: "12345678" },
  },
  {
    handle: "catalogue_request",
    requirement: "R-CMS-08",
    paths: {
      nl: "/service/catalogus-aanvragen",
      en: "/en/service/request-a-catalogue",
      de: "/de/service/katalog-anfordern",
    },
    required: ["catalogues", "forms.fields.catalogues"],
    answers: {
      catalogues: ["lindhoven-2026", "getij-buiten"],
      delivery: "post",
      ...NAME,
      ...EMAIL,
      ...ADDRESS,
      country: "NL",
      ...PRIVACY,
    },
    arrives: { catalogues: ["lindhoven-2026", "getij-buiten"], delivery: "post", city: "Maasdrecht" },
  },
  {
    handle: "samples",
    paths: { nl: "/service/stalen-aanvragen", en: "/en/service/order-samples", de: "/de/service/muster-bestellen" },
    required: ["cloths", "forms.fields.cloths"],
    answers: { cloths: "Roest en mos, voor een bank", ...NAME, ...EMAIL, ...ADDRESS, country: "NL", ...PRIVACY },
    arrives: { cloths: "Roest en mos, voor een bank", city: "Maasdrecht", country: "NL" },
  },
  {
    handle: "back_in_stock",
    paths: {
      nl: "/producten/boog-laag-leeslamp--zwart",
      en: "/en/products/boog-low-reading-lamp--black",
      de: "/de/produkte/boog-niedrig-leseleuchte--schwarz",
    },
    line: "back_in_stock",
    required: email,
    answers: EMAIL,
    arrives: {},
  },
  {
    handle: "vacancy_application",
    paths: {
      nl: "/vacatures/projectadviseur-duitsland",
      en: "/en/vacancies/contract-adviser-germany",
      de: "/de/stellenangebote/objektberatung",
    },
    required: first,
    answers: {
      ...NAME,
      ...EMAIL,
      ...PHONE,
      motivation: "Ik heb twaalf jaar in een werkplaats gestaan en wil nu met mensen aan tafel.",
      cv: PDF,
      ...PRIVACY,
    },
    arrives: { first_name: "Noor" },
  },
  {
    handle: "event_registration",
    paths: {
      nl: "/evenementen/drie-lampen-in-de-kluis",
      en: "/en/events/three-lamps-in-the-strongroom",
      de: "/de/veranstaltungen/drei-leuchten-im-tresor",
    },
    required: first,
    answers: { ...NAME, ...EMAIL, persons: "3", ...PRIVACY },
    arrives: { persons: 3 },
  },
  {
    handle: "project_inquiry",
    paths: {
      nl: "/zakelijk/projectinrichting",
      en: "/en/business/contract-interiors",
      de: "/de/geschaeftskunden/objekteinrichtung",
    },
    required: ["company", "forms.fields.company"],
    answers: {
      company: "Bakker & zonen",
      contact: "Noor Bakker",
      ...EMAIL,
      ...PHONE,
      sector: "kantoor",
      brief: "Veertig werkplekken op twee verdiepingen, in twee weekenden.",
      ...PRIVACY,
    },
    arrives: { company: "Bakker & zonen", sector: "kantoor" },
  },
  {
    handle: "newsletter",
    requirement: "R-ROUTE-14",
    paths: newsletter,
    required: email,
    answers: { ...EMAIL, ...PRIVACY },
    arrives: "newsletter",
  },
  {
    handle: "newsletter",
    requirement: "R-ROUTE-14",
    paths: { nl: "/zoeken?q=lamp", en: "/en/search?q=table", de: "/de/suchen?q=leuchte" },
    line: "footer-newsletter",
    required: email,
    answers: EMAIL,
    arrives: "newsletter",
  },
  {
    handle: "newsletter",
    requirement: "R-ROUTE-14",
    paths: { nl: "/over-ons", en: "/en/about-us", de: "/de/ueber-uns" },
    line: "block-newsletter",
    required: email,
    answers: EMAIL,
    arrives: "newsletter",
  },
];
