declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** For each tag, a value to which the axis is pinned, or a range to which it is narrowed. */
    variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>
    /** OpenType feature tags. By default, all features are kept. */
    keepFeatures?: readonly string[]
  }
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array<ArrayBuffer>>
}
