declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype' | 'woff2'
    /** Axes to pin to one value or to narrow to a range, by their tags. */
    variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>
    /** OpenType feature tags; without it all are kept. */
    keepFeatures?: readonly string[]
  }
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array<ArrayBuffer>>
}
