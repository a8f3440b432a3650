import type { ComponentType } from 'react'
import type { PostFacts } from './post.ts'

/** An article: its frontmatter, and its text as a component. */
export interface Post extends PostFacts {
  readonly Content: ComponentType
}

interface PostModule {
  frontmatter: PostFacts
  default: ComponentType
}

/** All articles, the newest first. */
export const posts: readonly Post[] = Object.values(
  import.meta.glob<PostModule>('./posts/*.mdx', { eager: true }),
)
  .map(({ frontmatter, default: Content }) => ({ ...frontmatter, Content }))
  .sort((a, b) => b.date.localeCompare(a.date))

/** @param date - ISO 8601; the answer is like 'Sep 2, 2025' */
export function shortDate(date: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(date),
  )
}
