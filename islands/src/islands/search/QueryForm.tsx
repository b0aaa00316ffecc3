// The query, editable in place (SEARCH-12, R-SEARCH-01).
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Translate } from "../../i18n";
import { SHORTEST, tidy } from "./ask";
import type { SearchKey } from "./messages";

type QueryFormProps = {
  /** The last query. */
  readonly query: string;
  /** Input from before this form was mounted; `null` if there is none. */
  readonly typed: string | null;
  readonly onSearch: (query: string) => void;
  readonly t: Translate<SearchKey>;
};

export function QueryForm({ query, typed, onSearch, t }: QueryFormProps) {
  const [text, setText] = useState(typed ?? query);
  const [isShort, setShort] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const last = useRef(query);
  const id = useId();
  // Back and Forward change the query.
  useEffect(() => {
    if (last.current !== query) setText(query);
    last.current = query;
  }, [query]);
  const isReady = tidy(text).length >= SHORTEST;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShort(!isReady);
    if (isReady) onSearch(tidy(text));
    else field.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers support the element `search` only since 2023
    <form className="search__form field--large" role="search" aria-label={t("search.title")} onSubmit={submit}>
      <label className="field__label" htmlFor="search-q">
        {t("search.label")}
      </label>
      <div className="search__line">
        <input
          ref={field}
          className="field__input search__input"
          id="search-q"
          type="search"
          name="q"
          value={text}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          aria-describedby={`${id}note`}
          aria-invalid={isShort || undefined}
          onChange={(event) => {
            setText(event.target.value);
            setShort(false);
          }}
        />
        <button className="search__submit" type="submit" aria-disabled={!isReady || undefined}>
          {t("search.submit")}
        </button>
      </div>
      <p className="field__error" id={`${id}note`} role="alert">
        {isShort && t("search.too_short")}
      </p>
    </form>
  );
}
