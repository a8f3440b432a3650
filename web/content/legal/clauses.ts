import type { ComponentType } from 'react'

/** One section of a legal text: an MDX file, in the order of their names. */
export interface Clause {
  /** Fragment of its address, made of the file's name. */
  readonly id: string
  readonly title: string
  /** What it means for the reader, in one plain sentence. */
  readonly summary: string
  readonly Content: ComponentType
}

interface ClauseModule {
  frontmatter: Pick<Clause, 'title' | 'summary'>
  default: ComponentType
}

export const termsClauses = toClauses(
  import.meta.glob<ClauseModule>('./terms/*.mdx', { eager: true }),
)
export const privacyClauses = toClauses(
  import.meta.glob<ClauseModule>('./privacy/*.mdx', { eager: true }),
)

function toClauses(modules: Record<string, ClauseModule>): readonly Clause[] {
  return Object.entries(modules).map(([file, { frontmatter, default: Content }]) => ({
    id: file.replace(/^.*\/\d+-|\.mdx$/g, ''),
    ...frontmatter,
    Content,
  }))
}
