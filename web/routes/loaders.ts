import type { ComponentType } from 'react'
import { pathsOfFile } from './page-files.ts'
import { sharedFolders } from './page-table.ts'

/** The exports of a `+Page.tsx`, which Vike prerenders and the browser loads. */
interface PageModule {
  readonly Page: ComponentType
}

export type LoadPage = () => Promise<PageModule>

/**
 * A loader for every page, by path. Each folder in `web/pages` is a separate chunk. A build replaces this module
 * with the finished table (`build/page-loaders.ts`).
 */
export const loaders: Readonly<Record<string, LoadPage>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<PageModule>(['../pages/**/+Page.tsx', '!../pages/_answer/**']),
  ).flatMap(([file, load]) => pathsOfFile(file, sharedFolders).map((path) => [path, load])),
)
