import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expectProblems, reportViolations, watch } from '../../support/browser/watch.ts'

/** In milliseconds. A busy machine starts containers meanwhile. */
const WAIT = 60_000

const broken = new WeakMap<Page, Promise<never>>()

/** Opens a blank page whose problems are collected. */
export async function openWatched(
  browser: Browser,
  options: BrowserContextOptions = {},
  expected: readonly RegExp[] = [],
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const problems: string[] = []
  const context = await browser.newContext({
    serviceWorkers: 'block',
    // Without a graphics card, the sky alone takes most of a core.
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(WAIT)
  await context.addInitScript(reportViolations)
  const first = new Promise<never>((_, reject) => {
    watch(context, (problem) => {
      problems.push(problem)
      reject(new Error(`The page has a problem: ${problem}`))
    })
  })
  first.catch(() => {})
  const page = await context.newPage()
  expectProblems(page, ...expected)
  broken.set(page, first)
  return { page, problems }
}

/** Waits for something in a page, and fails at the page's first problem, so that a lost connection is named. */
export const unlessBroken = <T>(page: Page, wait: Promise<T>): Promise<T> =>
  Promise.race([wait, broken.get(page) ?? wait])
