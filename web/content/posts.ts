import type { ComponentType } from 'react'
import type { PostImage } from './blog.ts'

/** An article: its frontmatter, and its text as a component. */
export interface Post {
  readonly id: string
  readonly title: string
  readonly excerpt: string
  /** ISO 8601, like 2025-09-02. */
  readonly date: string
  readonly readTime: string
  readonly category: string
  readonly image: PostImage
  readonly imageAlt: string
  readonly Content: ComponentType
}

interface PostModule {
  frontmatter: Omit<Post, 'Content'>
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
