import { accessSync, constants } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { chromium } from '@playwright/test'

/** Chromium without windows, which uses half the processor time. */
const HEADLESS = 'chromium-headless-shell'

const WITH_WINDOWS = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Turns off requests to Google, and the sandbox, which root in a container cannot use. */
export const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Makes the host names of other machines unresolvable. */
export const STAY =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1'

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of the first of these programs that exists. Each is a name on the PATH or a path. */
export function findOnPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(canRun)
}

/**
 * Returns the path of the system's Chromium, or else that of Playwright's.
 * @param windows - prefers headed Chromium, as visitors use
 */
export function findBrowser({ windows = false } = {}): string | undefined {
  const own = chromium.executablePath()
  const names = windows ? [...WITH_WINDOWS, HEADLESS] : [HEADLESS, ...WITH_WINDOWS]
  return findOnPath(...names) ?? (canRun(own) ? own : undefined)
}

/** Why tests in a browser are skipped, or undefined. */
export const NO_BROWSER =
  findBrowser() === undefined
    ? 'there is no Chromium: apt-get install chromium-headless-shell fonts-liberation, or npx playwright install chromium'
    : undefined
