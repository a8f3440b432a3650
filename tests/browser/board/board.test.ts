import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { describe, expect, onTestFinished } from 'vitest'
import { readName } from '../../../api/src/board/name.ts'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { FIELDS } from '../../../contract/waitlist.ts'
import { writeRedirect } from '../../../local/redirect.ts'
import { brand } from '../../../web/content/brand.ts'
import { startBoard } from '../../support/board.ts'
import { openPage, type PageOptions } from '../../support/browser-page.ts'
import { select } from '../../support/database.ts'
import type { List } from '../../support/fixtures/api.ts'
import { test } from '../../support/fixtures/browser.ts'
import { field } from '../../support/form.ts'
import { tabThrough } from '../../support/keyboard.ts'
import { siteDir } from '../../support/shared.ts'
import { NO_SCRIPT, PHONE } from '../../support/site.ts'

const DESKTOP = { width: 1440, height: 900 }
const SIZES = [PHONE, DESKTOP]
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The browser's message about a form that is shown again with problems. */
const REFUSED = /Failed to load resource.*422/

const url = (list: List) => list.app.databaseUrl
const rows = (list: List, sql: string) => select<Record<string, string>>(url(list), sql)

/** Starts a board and follows its link. */
async function open(browser: Browser, list: List, options: PageOptions = {}): Promise<Page> {
  const served = await startBoard(url(list))
  onTestFinished(served.close)
  const page = await openPage(browser, options)
  await page.goto(served.url)
  return page
}

test('the page that `waitlist board` opens in a browser leads to the board', async ({
  list,
  browser,
}) => {
  const served = await startBoard(url(list))
  onTestFinished(served.close)
  const folder = mkdtempSync(join(tmpdir(), 'board-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // openPage lets a page open no file
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`file://${await writeRedirect(served.url, folder)}`)
  await page.waitForURL(`${new URL(served.url).origin}/`)
  await page.getByRole('link', { name: 'People', exact: true }).waitFor()
})

const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

async function find(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByLabel('Part of an address or an answer').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText(email).waitFor()
  await page.locator('.people a').click()
}

async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}\n${target}\n${failureSummary}`),
  )
}

/** The addresses of all kinds of pages, with something on each. */
async function everyPage(list: List): Promise<readonly string[]> {
  const [{ email }, quarantined] = [
    await list.join({ company: 'The Amber Glass Company & Daughters of Rotterdam' }),
    await list.quarantine(),
  ]
  await rows(
    list,
    `INSERT INTO mails (kind, email_key, state, ended_at, reply)
     VALUES ('confirm', '${emailKey(email)}', 'failed', now(), '550')`,
  )
  await rows(list, `INSERT INTO events (event, email_key) VALUES ('joined', '${emailKey(email)}')`)
  const who = encodeURIComponent(emailKey(email) ?? '')
  const quarantinedWho = encodeURIComponent(emailKey(quarantined.email) ?? '')
  return [
    '/',
    '/people',
    '/people?search=nobody-has-this',
    '/people?show=quarantined',
    `/person?who=${who}&done=corrected`,
    `/person?who=${quarantinedWho}`,
    `/person/erase?who=${who}`,
    '/mail?show=failed',
    '/export',
  ]
}

describe('the board in a browser', () => {
  test.for(['light', 'dark'] as const)(
    'axe finds nothing on any page in %s colours, and no page is wider than the window',
    async (colorScheme, { list, browser }) => {
      const page = await open(browser, list, { colorScheme })
      for (const path of await everyPage(list)) {
        await goTo(page, path)
        for (const size of SIZES) {
          await page.setViewportSize(size)
          expect(await findViolations(page), `${path} at ${size.width} px`).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          )
          expect(overflow, `${path} at ${size.width} px`).toBeLessThanOrEqual(0)
        }
      }
    },
  )

  test('the web build writes the name of the board', async () => {
    expect(await readName(join(siteDir(), 'mails.json'))).toBe(brand.name)
  })

  test('axe finds nothing in a correction with problems, which has the focus on the first', async ({
    list,
    browser,
  }) => {
    const { email } = await list.join()
    const page = await open(browser, list, { expected: [REFUSED] })
    await find(page, email)
    await field(page, 'last_name').fill('K')
    await field(page, 'email').fill('nowhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(FIELDS.last_name.messages.tooShort).waitFor()
    expect(await page.locator(':focus').getAttribute('id')).toBe('last_name')
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect(await findViolations(page)).toEqual([])
    }
  })

  test('a second browser that follows the link gets a page that says why it may not', async ({
    list,
    browser,
  }) => {
    const served = await startBoard(url(list))
    onTestFinished(served.close)
    await (await openPage(browser)).goto(served.url)
    const page = await openPage(browser, { expected: [/403/] })
    await page.goto(served.url)
    expect(await heading(page)).toBe('This link was used before')
    expect(await findViolations(page)).toEqual([])
  })

  test.for(SIZES)(
    'a person is found, corrected and erased without JavaScript at $width px',
    async (viewport, { list, browser }) => {
      const { email } = await list.join()
      const page = await open(browser, list, { ...NO_SCRIPT, viewport, expected: [REFUSED] })
      await find(page, email)
      await field(page, 'first_name').fill('G')
      await field(page, 'company').fill('Kiln')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText(FIELDS.first_name.messages.tooShort).waitFor()
      expect(await field(page, 'first_name').inputValue()).toBe('G')
      expect(await field(page, 'company').inputValue()).toBe('Kiln')
      await field(page, 'first_name').fill('Grace')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('status').getByText('Saved.').waitFor()
      const stored = () =>
        rows(
          list,
          `SELECT answers->>'company' AS company, answers->>'first_name' AS name
        FROM people WHERE email = '${email}'`,
        )
      expect(await stored()).toEqual([{ company: 'Kiln', name: 'Grace' }])
      await page.getByRole('link', { name: 'Erase' }).click()
      expect(await heading(page)).toBe('Erase this person?')
      await page.getByText('Kiln').waitFor()
      expect(await stored()).toHaveLength(1)
      await page.getByRole('button', { name: 'Erase permanently' }).click()
      await page.getByRole('status').getByText('Erased.').waitFor()
      expect(await stored()).toEqual([])
    },
  )

  test.for(SIZES)(
    'a quarantined person is released at $width px',
    async (viewport, { list, browser }) => {
      const { email, first_name, last_name } = await list.quarantine()
      const page = await open(browser, list, { ...NO_SCRIPT, viewport })
      await page.getByRole('link', { name: 'Quarantine', exact: true }).click()
      await page.getByLabel('Part of an address or an answer').fill(email)
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('link', { name: `${first_name} ${last_name}` }).click()
      await page.getByRole('button', { name: 'Release' }).click()
      await page.getByRole('status').getByText('Released from quarantine.').waitFor()
      expect(await list.app.people()).toContainEqual(expect.objectContaining({ email }))
    },
  )

  test('the list can be downloaded', async ({ list, browser }) => {
    const { email } = await list.join()
    const page = await open(browser, list, NO_SCRIPT)
    await page.getByRole('link', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('people.csv')
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toContain(email)
  })
})

describe('the board with the keyboard', () => {
  test.for(SIZES)(
    'Tab goes through every page in order at $width px, and the focus is always visible',
    async (viewport, { list, browser }) => {
      const page = await open(browser, list, { viewport, reducedMotion: 'reduce' })
      for (const path of await everyPage(list)) {
        await goTo(page, path)
        const stops = await tabThrough(page)
        expect(stops.length).toBeGreaterThan(5)
        for (const { name, marked, seen } of stops) {
          expect(marked, `the focus shows on ${name} of ${path}`).toBe(true)
          expect(seen, `nothing lies over ${name} of ${path}`).toBe(true)
        }
      }
    },
  )

  test('a person can be erased with the keyboard alone', async ({ list, browser }) => {
    const { email } = await list.join()
    const page = await open(browser, list)
    const tabTo = async (words: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab')
        const text = await page.locator(':focus').evaluate((at) => at.id || at.textContent)
        if (text === words) return
      }
      throw new Error(`Tab never reaches ${words}`)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.locator(':focus').getAttribute('id')).toBe('main')
    await goTo(page, '/people')
    await tabTo('search')
    await page.keyboard.type(email)
    await page.keyboard.press('Enter')
    await page.waitForURL(/search=/)
    const name = await page.locator('.people a').textContent()
    await tabTo(name ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL(/who=/)
    await tabTo('Erase')
    await page.keyboard.press('Enter')
    await page.waitForURL(/erase/)
    await tabTo('Erase permanently')
    await page.keyboard.press('Space')
    await page.getByRole('status').getByText('Erased.').waitFor()
    expect(await rows(list, `SELECT email FROM people WHERE email = '${email}'`)).toEqual([])
  })
})
