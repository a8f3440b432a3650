import { type Browser, chromium } from 'playwright'
import { ARGS, findBrowser, NO_BROWSER } from '../tests/support/browser.ts'

/**
 * Starts the browser that `findBrowser` finds.
 * @param args - additional command-line switches for Chromium
 */
export async function launchBrowser({
  windows = false,
  args = [] as string[],
} = {}): Promise<Browser> {
  const executablePath = findBrowser({ windows })
  if (executablePath === undefined) throw new Error(NO_BROWSER)
  return chromium.launch({ executablePath, args: [...ARGS, ...args] })
}
