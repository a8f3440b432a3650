/** The texts of the public letters (`build/news.ts`). */
declare module 'virtual:news' {
  import type { ComponentType } from 'react'

  /** The letters, by the address of their page. */
  export const letters: Readonly<Record<string, ComponentType>>
}
