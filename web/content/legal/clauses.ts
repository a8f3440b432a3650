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

export interface ClauseModule {
  frontmatter: Pick<Clause, 'title' | 'summary'>
  default: ComponentType
}

/** @param modules - by their file names */
export function toClauses(modules: Record<string, ClauseModule>): readonly Clause[] {
  return Object.entries(modules).map(([file, { frontmatter, default: Content }]) => ({
    id: file.replace(/^.*\/\d+-|\.mdx$/g, ''),
    ...frontmatter,
    Content,
  }))
}
