import type { ComponentType } from 'react'
import { newestFirst, type PostFacts } from './post.ts'

/** An article: its front matter and its text as a component. */
export interface Post extends PostFacts {
  /** The date as visitors read it. The build adds it. */
  readonly day: string
  readonly Content: ComponentType
}

interface PostModule {
  frontmatter: PostFacts & { readonly day: string }
  default: ComponentType
}

/** All articles, newest first. */
export const posts: readonly Post[] = Object.values(
  import.meta.glob<PostModule>('./posts/*.mdx', { eager: true }),
)
  .map(({ frontmatter, default: Content }) => ({ ...frontmatter, Content }))
  .sort(newestFirst)
