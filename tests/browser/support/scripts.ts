import type { Page } from '@playwright/test'

/** The scripts that a page loads after its first one, React among them. */
export const CHUNKS = '**/assets/chunks/*.js'

/** Holds back the scripts that the page requests from now on, all or some, until the test resolves the promise. */
export async function holdScripts(page: Page, which = '**/*.js') {
  const scripts = Promise.withResolvers<void>()
  await page.route(which, async (route) => {
    await scripts.promise
    await route.continue()
  })
  return scripts
}
