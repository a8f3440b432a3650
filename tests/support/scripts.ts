import type { Page } from 'playwright'

/** The scripts that the page asks for from now on, by their addresses; the list grows. */
export function watchScripts(page: Page): readonly string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.push(request.url())
  })
  return scripts
}
