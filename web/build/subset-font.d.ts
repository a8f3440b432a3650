declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    /** Axes to pin to one value or to narrow to a range, by their tags. */
    variationAxes: Record<string, number | { min: number; max: number }>
  }
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array<ArrayBuffer>>
}
