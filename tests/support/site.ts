import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, inject } from 'vitest'
import { site } from '../../local/site/serve.ts'
import { type Settings, type TestApp, useApp } from './app.ts'
import { launchBrowser } from './browser.ts'
import { openPage, type PageOptions } from './browser-page.ts'

export interface Site {
  readonly app: () => TestApp
  /** Opens a path of the site in a fresh browser context. */
  readonly open: (path: string, options?: PageOptions) => Promise<Page>
}

/** The built site and the API on one port, and a browser, for all tests of a file. */
export function useSite(settings: Settings = {}): Site {
  const app = useApp(settings, { site: site(inject('siteDir')) })
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return {
    app,
    open: async (path, options) => {
      if (browser === undefined)
        throw new Error('Open pages in a test, not in the body of describe.')
      const page = await openPage(browser, options)
      await page.goto(new URL(path, app().origin).href)
      return page
    },
  }
}

/** The browser's and the page's errors about a chunk that cannot be fetched. */
export const MISSING_CHUNK = [/Failed to load resource/, /dynamically imported module/]

/** The viewport of a phone. In CSS pixels. */
export const PHONE = { width: 390, height: 844 }

/** A browser without JavaScript. */
export const NO_SCRIPT: PageOptions = { javaScriptEnabled: false }

/** The browser's message about a page with status 404. */
export const NOT_FOUND_NOTE = /Failed to load resource.*404/
