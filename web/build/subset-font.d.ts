declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** Each tag has a value to pin the axis to, or a range to narrow it to. */
    variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>
    /** OpenType feature tags. The default keeps all. */
    keepFeatures?: readonly string[]
  }
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array<ArrayBuffer>>
}
