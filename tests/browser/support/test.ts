import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as playwright,
} from '@playwright/test'
import { readSitePages } from '../../../api/src/http/pages.ts'
import { site } from '../../../local/site/serve.ts'
import { brand } from '../../../web/content/brand.ts'
import { servedBy } from '../../stack/support/secure-stack.ts'
import { stacks } from '../../stack/support/shared.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'
import { SITE } from '../../support/site-setup.ts'
import { expectProblems, reportViolations, watch } from './watch.ts'

const BADGE = '<svg xmlns="http://www.w3.org/2000/svg" width="250" height="54"/>'

export interface PageOptions extends BrowserContextOptions {
  /** Console errors that the test expects, such as the browser's message about a 404. */
  readonly expected?: readonly RegExp[]
  /** Runs in the page before the page's own scripts, for example to remove a browser feature. */
  readonly inPage?: () => void
}

export type OpenBlank = (options?: PageOptions) => Promise<Page>

export type Open = (path: string, options?: PageOptions) => Promise<Page>

interface TestFixtures {
  /** Fails a test at its end if one of its pages had a problem. */
  readonly noProblems: undefined
  readonly openBlank: OpenBlank
  readonly open: Open
}

export type ServedApp = Pick<TestApp, 'http' | 'origin' | 'databaseUrl' | 'people'>

export interface WorkerOptions {
  /** Whether `app` is the running stack. */
  readonly isOnStack: boolean
}

interface WorkerFixtures extends WorkerOptions {
  /** The API and the built site on one port, or the running stack. Other tests share its list, so add your own people. */
  readonly app: ServedApp
}

export { expect }

export const test = playwright.extend<TestFixtures, WorkerFixtures>({
  isOnStack: [false, { option: true, scope: 'worker' }],
  app: [
    async ({ isOnStack }, use) => {
      if (isOnStack && stacks) return use(servedBy(stacks.secure))
      const app = await startApp(
        await freshDatabase(postgresUrl(), 'migrated'),
        {},
        { site: site(SITE), pages: readSitePages(join(SITE, 'pages.json')) },
      )
      await use(app)
      await app.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
  noProblems: [
    async ({ browser }, use) => {
      const problems: string[] = []
      const listen = (context: BrowserContext) =>
        watch(context, (problem) => problems.push(problem))
      browser.on('context', listen)
      await use(undefined)
      browser.off('context', listen)
      expect(problems, 'problems of the pages').toEqual([])
    },
    { auto: true },
  ],
  openBlank: async ({ browser, baseURL }, use) => {
    const opened: Page[] = []
    await use(async ({ expected = [], inPage, ...options } = {}) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options })
      await context.addInitScript(reportViolations)
      if (inPage) await context.addInitScript(inPage)
      await context.route(brand.productHunt.badgeUrl, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: BADGE }),
      )
      const page = await context.newPage()
      expectProblems(page, ...expected)
      opened.push(page)
      return page
    })
    for (const page of opened) await page.context().close()
  },
  page: async ({ openBlank }, use) => use(await openBlank()),
  open: ({ openBlank }, use) =>
    use(async (path, options) => {
      const page = await openBlank(options)
      await page.goto(path)
      return page
    }),
})
