import type { Locator, Page } from '@playwright/test'
import { aboutHead } from '../../web/content/about.ts'
import { hero } from '../../web/content/home.ts'
import { chrome } from '../../web/content/navigation.ts'
import { pricing } from '../../web/content/plans.ts'
import { pages } from '../../web/routes/page-table.ts'
import type { Open, PageOptions } from '../browser/support/test.ts'
import { NOT_FOUND_NOTE } from './site.ts'

const UNKNOWN = '/no-such-page'

/** The address of every page. */
export const PATHS: readonly string[] = pages.map(({ path }) => path)

/** The address of every page, and an address without a page. */
export const ROUTES: readonly string[] = [...PATHS, UNKNOWN]

/** Pages that differ from another page only in words and a button. */
const ALIKE = [
  '/terms',
  ...['leave', 'data', 'left', 'erased', 'sent'].map((name) => `/waitlist/${name}`),
]

/** One page of each kind, and an address without a page, for tests that take long. */
export const KINDS: readonly string[] = ROUTES.filter((path) => !ALIKE.includes(path))

const HEADLINES = {
  '/': hero.title.join(' '),
  '/about': aboutHead.title,
  '/pricing': pricing.title,
}

/** The headline of a page, which is there as soon as the page is shown. */
export const headline = (page: Page, path: keyof typeof HEADLINES): Locator =>
  page.getByRole('heading', { level: 1, name: HEADLINES[path], exact: true })

/** The links in the header of a wide window. */
export const mainNavigation = (page: Page): Locator =>
  page.getByRole('navigation', { name: chrome.mainNavigation })

/** Opens one of `ROUTES`, hydrated and without motion, which would disturb measurements. */
export async function openStill(
  open: Open,
  path: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await open(path, {
    expected: path === UNKNOWN ? [NOT_FOUND_NOTE] : [],
    ...options,
  })
  await hydrated(page)
  return page
}

/**
 * Shows interest in the page, as a moving pointer does, and waits until the page is hydrated: from then on, the site
 * restores scroll positions itself.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event('pointermove'))
    return window.history.scrollRestoration === 'manual'
  })
}
