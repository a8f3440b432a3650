declare module '*.mdx' {
  import type { ReactElement, ReactNode } from 'react'

  /** The YAML at the head of the file. `build/check.ts` has checked it. */
  export const frontmatter: unknown
  /** Elements become `components`, or else those of `ui/mdx-elements.tsx`. */
  export default function (props: {
    components?: Readonly<Record<string, string>>
  }): ReactElement<{ children: ReactNode }>
}
