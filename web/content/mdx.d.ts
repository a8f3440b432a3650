declare module '*.mdx' {
  import type { ComponentType } from 'react'

  /** The YAML at the head of the file, checked by `build/check.ts` before the pages are built. */
  export const frontmatter: unknown
  const Body: ComponentType
  export default Body
}
