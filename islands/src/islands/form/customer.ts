// What a customer who is logged in has told already, put into fields that are still empty (FORM-11).
//
// **Invariant:** nothing that was typed or chosen is replaced; whose details they are is what the API says of the session.
import type { Address, GetAccountResponse, GetAddressesResponse, Profile } from "../../api/schema.gen";

/** What is known, by the handle of a field and by the token for the browser's own filling in. */
export function known(profile: Profile, address: Address | undefined): ReadonlyMap<string, string> {
  const street = address?.street.trim() ?? "";
  const [, name = street, number = ""] = /^(.*\D)\s+(\d.*)$/.exec(street) ?? [];
  const company = profile.company ?? address?.company ?? "";
  const person = `${profile.first_name} ${profile.last_name}`;
  const all = [
    ["given-name", profile.first_name],
    ["first_name", profile.first_name],
    ["family-name", profile.last_name],
    ["last_name", profile.last_name],
    ["name", person],
    ["contact", person],
    ["email", profile.email],
    ["tel", address?.phone ?? ""],
    ["phone", address?.phone ?? ""],
    ["organization", company],
    ["company", company],
    ["company_name", company],
    ["street-address", street],
    ["street", name],
    ["number", number],
    ["postal-code", address?.zipcode ?? ""],
    ["postcode", address?.zipcode ?? ""],
    ["address-level2", address?.city ?? ""],
    ["city", address?.city ?? ""],
  ] as const;
  return new Map(all.filter(([, value]) => value !== ""));
}

/** Fills the empty fields of the form in `root`. */
export function fill(root: HTMLElement, details: ReadonlyMap<string, string>): void {
  const fields = root.querySelectorAll<HTMLInputElement>(
    "[data-field] input[type=text], input[type=email], input[type=tel]",
  );
  for (const field of fields) {
    const value = details.get(field.autocomplete) ?? details.get(field.name);
    if (value === undefined || field.value !== "" || field === document.activeElement) continue;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Without an answer the fields stay empty, so that none of what other requests need is loaded with a form. */
async function ask<Answer>(path: string): Promise<Answer> {
  const headers = { Accept: "application/json", "X-Vitrine-Locale": document.documentElement.dataset.locale ?? "nl" };
  const answer = await fetch(path, { headers, credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}

export async function fillIn(root: HTMLElement): Promise<void> {
  const [{ profile }, { addresses }] = await Promise.all([
    ask<GetAccountResponse>("/api/account"),
    ask<GetAddressesResponse>("/api/addresses"),
  ]);
  fill(root, known(profile, addresses.find((one) => one.is_default_billing) ?? addresses[0]));
}
