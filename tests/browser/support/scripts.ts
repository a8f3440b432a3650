import type { Page } from '@playwright/test'

/** The URLs of the scripts that the page requests from now on; the list grows. */
export function watchScripts(page: Page): readonly string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url())
  })
  return scripts
}
