import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { launchBrowser } from '../../tests/support/browser.ts'

// `npm run pictures` builds the site and takes the README's picture of the landing page.

const ORIGIN = 'http://site.example'
const SITE = fileURLToPath(new URL('../../web/dist/client/', import.meta.url))
const PICTURE = fileURLToPath(new URL('../../docs/landing.webp', import.meta.url))

const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // No server: each request gets its file from the build. Other sites get no request.
  await page.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url())
    const file = join(SITE, pathname === '/' ? 'index.html' : pathname)
    return origin === ORIGIN && existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
  await page.goto(ORIGIN, { waitUntil: 'networkidle' })
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 90 })
    .toFile(PICTURE)
  process.stdout.write('docs/landing.webp is written.\n')
} finally {
  await browser.close()
}
