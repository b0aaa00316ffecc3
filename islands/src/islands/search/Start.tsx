// Suggestions without a query, and after a search without results (SEARCH-13).
import { useId } from "react";
import type { Translate } from "../../i18n";
import type { SearchProps } from "../../props.gen";
import type { SearchKey } from "./messages";

type StartProps = {
  readonly props: Pick<SearchProps, "kinds" | "help">;
  /** Whether a search returned no results. */
  readonly isNothing: boolean;
  readonly t: Translate<SearchKey>;
};

export function Start({ props: { kinds, help }, isNothing, t }: StartProps) {
  const id = useId();
  return (
    <section className="search__start" aria-labelledby={kinds.length > 0 ? id : undefined}>
      {isNothing && <p className="search__note">{t("search.nothing_help")}</p>}
      {kinds.length > 0 && (
        <>
          <h2 className="search__heading" id={id}>
            {t("search.kinds")}
          </h2>
          <Links links={kinds} list="search__kinds" link="search__kind" />
        </>
      )}
      {help.length > 0 && (
        <aside className="order-help" aria-labelledby={`${id}help`}>
          <h2 className="order-help__title" id={`${id}help`}>
            {t("search.question")}
          </h2>
          <Links links={help} list="order-help__list" link="order-help__link" />
        </aside>
      )}
    </section>
  );
}

type LinksProps = { readonly links: SearchProps["kinds"]; readonly list: string; readonly link: string };

function Links({ links, list, link }: LinksProps) {
  return (
    <ul className={list}>
      {links.map(({ href, label }) => (
        <li key={label}>
          {href === null ? (
            label
          ) : (
            <a className={link} href={href}>
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
