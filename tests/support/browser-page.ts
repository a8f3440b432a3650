import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect, onTestFinished } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { expectProblems, reportViolations, watch } from './browser/watch.ts'

export { expectProblems }

const BADGE = '<svg xmlns="http://www.w3.org/2000/svg" width="250" height="54"/>'

const broken = new WeakMap<Page, Promise<never>>()

export interface PageOptions extends BrowserContextOptions {
  readonly expected?: readonly RegExp[]
  readonly inPage?: () => void
}

export async function openPage(browser: Browser, options: PageOptions = {}): Promise<Page> {
  const { expected = [], inPage, ...contextOptions } = options
  const context = await browser.newContext({ serviceWorkers: 'block', ...contextOptions })
  context.setDefaultTimeout(60_000)
  if (inPage) await context.addInitScript(inPage)
  await context.route(brand.productHunt.badgeUrl, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: BADGE }),
  )
  const page = await context.newPage()
  const { problems } = await watchPage(page, expected)
  onTestFinished(async () => {
    await context.close()
    expect(problems, `the page had errors: ${problems.join('; ')}`).toEqual([])
  })
  return page
}

export async function watchPage(page: Page, expected: readonly RegExp[]) {
  const problems: string[] = []
  await page.context().addInitScript(reportViolations)
  expectProblems(page, ...expected)
  const rejected = new Promise<never>((_, reject) => {
    watch(page.context(), (problem) => {
      problems.push(problem)
      reject(new Error(`The page has a problem: ${problem}`))
    })
  })
  rejected.catch(() => {})
  broken.set(page, rejected)
  return { problems }
}

export const unlessBroken = <T>(page: Page, wait: Promise<T>): Promise<T> =>
  Promise.race([wait, broken.get(page) ?? wait])
