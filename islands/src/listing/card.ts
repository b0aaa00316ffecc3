// What a card shows of a product, as the generator wrote it.

export type CardPicture = {
  readonly src: string;
  readonly srcset: string;
  readonly sizes?: string | null | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
  readonly alt: string;
  /** Classes of the focal point. */
  readonly focus?: string | null | undefined;
};

export type Card = {
  readonly href: string;
  readonly name: string;
  readonly maker?: string | null | undefined;
  readonly price: string;
  readonly list_price?: string | null | undefined;
  readonly lowest_price?: string | null | undefined;
  readonly image?: CardPicture | null | undefined;
  readonly second?: CardPicture | null | undefined;
  readonly swatches: readonly { readonly color: string }[];
  readonly more_swatches: number;
  readonly swatch_words: string;
  readonly energy?:
    | {
    readonly class: string;
    readonly alt: string;
    readonly label_href: string;
    readonly sheet_href: string;
    readonly sheet_label: string;
  } | null | undefined;
};
