import type { Page } from 'playwright'
import { pages } from '../../web/routes/page-table.ts'
import { unlessBroken } from './browser-page.ts'
import { NOT_FOUND_NOTE, type Site } from './site.ts'

const UNKNOWN = '/no-such-page'

/** The address of every page. */
export const PATHS: readonly string[] = pages.map(({ path }) => path)

/** The pages that have links. Only a redirect of the API leads to the others. */
export const LINKED: readonly string[] = pages
  .filter((page) => page.indexed !== false)
  .map(({ path }) => path)

/** The address of every page, and an address without a page. */
export const ROUTES: readonly string[] = [...PATHS, UNKNOWN]

/** Opens one of `ROUTES`, hydrated and without motion, which would disturb measurements. */
export async function openStill(
  { open }: Site,
  path: string,
  options: Parameters<Site['open']>[1] = {},
): Promise<Page> {
  const page = await open(path, {
    reducedMotion: 'reduce',
    expected: path === UNKNOWN ? [NOT_FOUND_NOTE] : [],
    ...options,
  })
  await hydrated(page)
  return page
}

/** Waits until the page is hydrated: from then on, the site restores scroll positions itself. */
export async function hydrated(page: Page): Promise<void> {
  const restored = page.waitForFunction(() => window.history.scrollRestoration === 'manual')
  await unlessBroken(page, restored)
}
