declare module '*.mdx' {
  import type { ComponentType } from 'react'

  /** The YAML at the head of the file. `build/check.ts` has checked it. */
  export const frontmatter: unknown
  const Body: ComponentType
  export default Body
}
