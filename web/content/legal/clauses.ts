import type { ComponentType } from 'react'

/** A section of a legal text: an MDX file. File names give the order. */
export interface Clause {
  /** The fragment of its address, from the file name. */
  readonly id: string
  readonly title: string
  /** One plain sentence for the reader. */
  readonly summary: string
  readonly Content: ComponentType
}

export interface ClauseModule {
  frontmatter: Pick<Clause, 'title' | 'summary'>
  default: ComponentType
}

/** @param modules - by file name */
export function toClauses(modules: Record<string, ClauseModule>): readonly Clause[] {
  return Object.entries(modules).map(([file, { frontmatter, default: Content }]) => ({
    id: file.replace(/^.*\/\d+-|\.mdx$/g, ''),
    ...frontmatter,
    Content,
  }))
}
