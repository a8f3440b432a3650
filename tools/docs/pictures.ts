import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import sharp from 'sharp'
import { JOBS, recordJob } from '../../api/src/list/retention.ts'
import { openSession } from '../../api/src/system/session.ts'
import type { MailTemplates } from '../../letters/mail-templates.ts'
import { fillSample } from '../../local/sample.ts'
import { startBoard } from '../../tests/support/board.ts'
import { startDatabase } from '../bench/database.ts'
import { launchBrowser } from '../browser.ts'

// `npm run pictures` builds the site and takes the README's screenshots.

const ORIGIN = 'http://site.example'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

async function take(page: Page, name: string): Promise<void> {
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 85 })
    .toFile(fromRoot(`docs/${name}.webp`))
  process.stdout.write(`docs/${name}.webp is written.\n`)
}

/** Takes the screenshot without a server: requests are served from the build's files, and other sites are blocked. */
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

async function takeBoard(browser: Browser): Promise<void> {
  const database = await startDatabase()
  try {
    await fillSample(database.url)
    // Without a worker and a backup, the board would report these two problems.
    const session = await openSession(database.url)
    for (const name of [...JOBS.map((job) => job.name), 'backup']) await recordJob(session, name)
    await session.close()
    const board = await startBoard(database.url, { sample: true })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
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
