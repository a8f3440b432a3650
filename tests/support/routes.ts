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

/** Pages that differ from others only in their words and a button. */
const ALIKE = [
  '/terms',
  ...['leave', 'data', 'left', 'erased', 'sent'].map((name) => `/waitlist/${name}`),
]

/** One page of each kind, and an address without a page, for slow tests. */
export const KINDS: readonly string[] = ROUTES.filter((path) => !ALIKE.includes(path))

const HEADLINES = {
  '/': hero.title.join(' '),
  '/about': aboutHead.title,
  '/pricing': pricing.title,
}

/** Finds a page's headline, which exists as soon as the page is shown. */
export const headline = (page: Page, path: keyof typeof HEADLINES): Locator =>
  page.getByRole('heading', { level: 1, name: HEADLINES[path], exact: true })

/** Finds the links in a wide window's header. */
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
 * Shows interest in the page, as a moving pointer does, and waits until the page is hydrated. From then on, the site
 * itself restores scroll positions.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    window.dispatchEvent(new Event('pointermove'))
    return window.history.scrollRestoration === 'manual'
  })
}
