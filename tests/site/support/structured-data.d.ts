declare module '@adobe/structured-data-validator' {
  export interface Issue {
    readonly issueMessage: string
    readonly severity: 'ERROR' | 'WARNING'
  }
  /** Without schema.org's own vocabulary, which it would fetch: by Google's rules. */
  export default class Validator {
    validate(extracted: object): Promise<Issue[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  export type Thing = Readonly<Record<string, unknown>>
  export interface Extracted {
    /** JSON-LD by type. */
    readonly jsonld: Readonly<Record<string, readonly Thing[]>>
    readonly errors: readonly unknown[]
  }
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean })
    parse(html: string): Extracted
  }
}
