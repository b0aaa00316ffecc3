// An error message with a retry button. The element exists before it has content, because screen readers announce
// changes of a region.
import type { Translate } from "../i18n";
import type { ListingKey } from "./messages";

type FailedProps = {
  /** The message; `null` if there is no error. */
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
