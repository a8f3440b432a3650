/** An address of the site, without query and fragment. The build checks that every link leads to a page. */
export type Path = `/${string}`

export const FOOTER_COLUMNS = ['Product', 'Company', 'Legal'] as const

/** A place in a footer column; lower numbers come first. */
export interface FooterPlace {
  readonly column: (typeof FOOTER_COLUMNS)[number]
  readonly order: number
}

/**
 * Everything about a page except its content: the export `page` of `web/pages/<name>/page.ts`. The
 * values must be plain data, because the build passes them on as JSON.
 */
export interface PageMeta {
  /** Of the browser tab and of search results. */
  readonly title: string
  readonly description: string
  /** `header` is a position among the header's links, or the header's button. */
  readonly navigation?: {
    readonly label: string
    readonly header?: number | 'button'
    readonly footer?: FooterPlace
  }
  /** False keeps the page out of the sitemap and of search engines. */
  readonly indexed?: false
  /** ISO 8601 day of the last change, for the sitemap. Leave it out if it is not known. */
  readonly changed?: string
  /** JSON-LD objects, without `@context`. */
  readonly structuredData?: readonly { readonly '@type': string }[]
}
