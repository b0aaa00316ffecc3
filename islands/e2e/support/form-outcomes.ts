// What comes of a form: the words on the page, and what has arrived in the CMS or the mailbox.
import { mailTo } from "./account";
import type { FormRow } from "./form-rows";
import { expect, type OwnShop } from "./shop";
import type { Locale } from "./texts";

/** Specification, section 5: required '{Name} is required.' */
export const REQUIRED = {
  nl: (name: string) => `${name} is verplicht.`,
  en: (name: string) => `${name} is required.`,
  de: (name: string) => `${name} ist erforderlich.`,
} as const;

/** R-FORM-04: 'Sorry, not all fields are filled out correctly.' */
export const INCOMPLETE = {
  nl: "Sorry, niet alle velden zijn correct ingevuld.",
  en: "Sorry, not all fields are filled out correctly.",
  de: "Leider sind nicht alle Felder richtig ausgefüllt.",
} as const;

/** The CMS has the form once, with these values; of the newsletter, the mail with the link was sent. */
export async function expectArrival(
  shop: OwnShop,
  { handle, arrives }: FormRow,
  email: string,
  locale: Locale,
): Promise<void> {
  if (arrives === "newsletter") {
    await mailTo(shop.control, email, "newsletter_opt_in");
    return;
  }
  const { submissions } = (await shop.control("submissions", undefined, "GET")) as {
    submissions: { form: string; data: Record<string, unknown> }[];
  };
  const sent = submissions.filter(({ form, data }) => form === handle && JSON.stringify(data).includes(email));
  expect(sent.map(({ data }) => data)).toEqual([expect.objectContaining({ ...arrives, locale })]);
}
