import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import type { MailTemplates } from '../../letters/mail-templates.ts'
import { startBoard } from '../../tests/support/board.ts'
import { select } from '../../tests/support/database.ts'
import { startDatabase } from '../bench/database.ts'
import { launchBrowser } from '../browser.ts'

// `npm run pictures` builds the site and takes the README's pictures.

const ORIGIN = 'http://site.example'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function take(page: Page, name: string): Promise<void> {
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 85 })
    .toFile(fromRoot(`docs/${name}.webp`))
  process.stdout.write(`docs/${name}.webp is written.\n`)
}

/** No server: each request gets its file from the build. Other sites get no request. */
async function takeLanding(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url())
    const file = join(fromRoot('web/dist/client/'), pathname === '/' ? 'index.html' : pathname)
    return origin === ORIGIN && existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
  await page.goto(ORIGIN, { waitUntil: 'networkidle' })
  await take(page, 'landing')
}

async function takeEmail(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 700, height: 840 } })
  const mails: MailTemplates = JSON.parse(readFileSync(fromRoot('web/dist/mails.json'), 'utf8'))
  await page.setContent(mails.confirm.html)
  await take(page, 'email')
}

/** Five weeks of visits and signups from four sources, the same at each run but for the date. */
const SAMPLE = `
  INSERT INTO people (email, email_key, answers, source, agreed_to, agreed_at, joined_at, confirmed_at)
  SELECT email, email, jsonb_build_object('first_name', 'Sample', 'last_name', n::text,
      'role', (ARRAY['entrepreneur', 'agency', 'freelancer', 'other'])[1 + n % 4]),
    (ARRAY['producthunt', 'producthunt', NULL, NULL, NULL, 'newsletter', 'example.org'])[1 + n % 7],
    'unknown', joined_at, joined_at,
    CASE WHEN n % 11 % 4 > 0 THEN joined_at + interval '9 minutes' END
  FROM generate_series(1, 640) AS n,
    LATERAL (SELECT 'sample' || n || '@example.com' AS email,
      now() - (36 * power(n / 640.0, 1.6)) * interval '1 day' AS joined_at) AS person;
  INSERT INTO visits (day, path, source, count)
  SELECT current_date - d, '/', source, 18 + (d * 7 + length(source) * 13) % 41 + (36 - d) / (1 + length(source) % 3)
  FROM generate_series(0, 36) AS d,
    unnest(ARRAY['', 'producthunt', 'newsletter', 'example.org']) AS source`

async function takeBoard(browser: Browser): Promise<void> {
  const database = await startDatabase()
  try {
    await select(database.url, SAMPLE)
    const board = await startBoard(database.url)
    const page = await browser.newPage({ viewport: { width: 1200, height: 1440 } })
    await page.goto(board.url)
    await take(page, 'board')
    await board.close()
  } finally {
    await database.remove()
  }
}

const browser = await launchBrowser()
try {
  await takeLanding(browser)
  await takeEmail(browser)
  await takeBoard(browser)
} finally {
  await browser.close()
}
