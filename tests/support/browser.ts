import { type Browser, chromium } from 'playwright'
import { canRun, findOnPath } from './on-path.ts'

/** It has no windows to draw, and leaves more of a small machine to the pages. */
export const HEADLESS = 'chromium-headless-shell'

const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** No calls home, and no sandbox: it needs rights that root in a container has not. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface FoundBrowser {
  readonly path: string
  /** Whose it is, for the person who reads the test's output. */
  readonly origin: 'system' | 'Playwright'
}

/** The system's Chromium, else the one that Playwright has installed. */
export function findBrowser(names = [HEADLESS, ...WITH_WINDOWS]): FoundBrowser | undefined {
  const path = findOnPath(...names)
  if (path !== undefined) return { path, origin: 'system' }
  const own = chromium.executablePath()
  return canRun(own) ? { path: own, origin: 'Playwright' } : undefined
}

interface LaunchOptions {
  readonly scrollBars?: boolean
  /** Host names that lead elsewhere, as `host` or `host:port` by name. */
  readonly hosts?: Readonly<Record<string, string>>
  /** As visitors have it: for figures, where it can be had. */
  readonly windows?: boolean
  /** More switches of Chromium's command line. */
  readonly args?: readonly string[]
}

/** Starts the browser that `browser-install.ts` has found or installed. */
export async function launchBrowser({
  scrollBars = false,
  hosts = {},
  windows = false,
  args = [],
}: LaunchOptions = {}): Promise<Browser> {
  const rules = Object.entries(hosts).map(([from, to]) => `MAP ${from} ${to}`)
  const found = findBrowser(windows ? [...WITH_WINDOWS, HEADLESS] : undefined)
  if (found === undefined) throw new Error('No browser: is browser-install.ts a global setup?')
  return chromium.launch({
    executablePath: found.path,
    args: [...ARGS, `--host-resolver-rules=${rules.join(',')}`, ...args],
    // Playwright hides them; most visitors with a mouse see them.
    ignoreDefaultArgs: scrollBars ? ['--hide-scrollbars'] : [],
  })
}
