import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type FoundBrowser, findBrowser, HEADLESS } from './browser.ts'

/** A global setup: installs a browser if there is none, and prints its path. */
export default function setup(): void {
  const { path, origin } = findBrowser() ?? installBrowser()
  process.stdout.write(`Browser: ${path} (${origin})\n`)
}

function installBrowser(): FoundBrowser {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(
      'The tests need Chrome, Chromium on the PATH, or Playwright’s own: npx playwright install chromium',
    )
  }
  process.stdout.write(`Browser: none found, installing Debian’s ${HEADLESS}\n`)
  aptGet('update')
  // The fallback fonts of the pages have the metrics of Arial, and so has Liberation.
  aptGet('install', '--yes', '--no-install-recommends', HEADLESS, 'fonts-liberation')
  const found = findBrowser()
  if (found === undefined)
    throw new Error(`apt-get has installed ${HEADLESS}, but it is not on the PATH.`)
  return found
}

function aptGet(...args: string[]): void {
  // Another apt-get, such as the daily update, may hold the lock for a while.
  const all = ['-o', 'DPkg::Lock::Timeout=300', ...args]
  const { status, stdout, stderr } = spawnSync('apt-get', all, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status === 0) return
  throw new Error(`apt-get ${args.join(' ')} failed:\n${`${stdout}${stderr}`.slice(-2000)}`)
}
