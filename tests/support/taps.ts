import type { Locator, Page } from '@playwright/test'
import { PHONE } from './site.ts'

/** A phone, whose visitor taps. */
export const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true }

/** The first link to a path below the header, whatever its query. */
export const linkTo = (page: Page, path: string): Locator =>
  page.getByRole('main').or(page.getByRole('contentinfo')).locator(`a[href^="${path}"]`).first()

/** Taps a link to each of the paths in turn, and waits for its page. */
export async function tapThrough(page: Page, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await linkTo(page, path).tap()
    await page.waitForURL(({ pathname }) => pathname === path)
  }
}
