import type { Page } from '@playwright/test'

/** The scripts that a page loads after its first one, including React. */
export const CHUNKS = '**/assets/chunks/*.js'

/** Holds back all or some of the scripts that the page requests from now on, until the test resolves the promise. */
export async function holdScripts(page: Page, which = '**/*.js') {
  const scripts = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts
}
