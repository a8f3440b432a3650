/** The front matter of an article. */
export interface PostFacts {
  readonly id: string
  readonly title: string
  readonly excerpt: string
  /** ISO 8601, like 2025-09-02. */
  readonly date: string
  readonly readTime: string
  readonly category: string
  /** A file in `web/pictures`. */
  readonly image: string
  readonly imageAlt: string
  /** True while the article belongs to the example product. */
  readonly sample?: boolean | undefined
}

/** Sorts articles, newest first. It avoids localeCompare, for which browsers load language data. */
export const newestFirst = (a: PostFacts, b: PostFacts): number =>
  Number(a.date < b.date) - Number(a.date > b.date)

/** Returns the address of an article's card on the blog. */
export const postPath = (id: string): string => `/blog#${id}`
