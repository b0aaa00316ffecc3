// That a list could not be asked for, and the way to ask again. It is there before it says anything, because screen
// readers tell changes of a region.
import type { Translate } from "../i18n";
import type { ListingKey } from "./messages";

type FailedProps = {
  /** What failed; `null` if nothing did. */
  readonly text: string | null;
  readonly onRetry: () => void;
  readonly t: Translate<ListingKey>;
};

export function Failed({ text, onRetry, t }: FailedProps) {
  return (
    <div className="listing__failed" role="alert">
      {text !== null && (
        <p className="listing__trouble">
          {text}{" "}
          <button type="button" className="text-link" onClick={onRetry}>
            {t("listing.again")}
          </button>
        </p>
      )}
    </div>
  );
}
