/** The texts of the public letters (`build/news.ts`). */
declare module 'virtual:news' {
  import type { ComponentType } from 'react'

  /** By the address of the page. */
  export const letters: Readonly<Record<string, ComponentType>>
}
