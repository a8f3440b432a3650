declare module '*.mdx' {
  import type { ComponentType } from 'react'

  /** The YAML at the head of the file, checked by `checks.ts` when pages are prerendered. */
  export const frontmatter: unknown
  const Body: ComponentType
  export default Body
}
