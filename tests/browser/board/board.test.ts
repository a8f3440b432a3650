import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { mailboxOf } from '../../../api/src/list/people/mailbox.ts'
import type { Served } from '../../../api/src/owner/board/serve.ts'
import { FIELDS } from '../../../contract/waitlist.ts'
import { writeRedirect } from '../../../local/redirect.ts'
import { type List, openList } from '../../database/support/list.ts'
import { startApp } from '../../support/app.ts'
import { startBoard } from '../../support/board.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { FREE_TEXT, freeText } from '../../support/people.ts'
import { postgresUrl } from '../../support/shared.ts'
import { PHONE } from '../../support/site.ts'
import { violations } from '../support/axe.ts'
import { field } from '../support/form.ts'
import { tabTo } from '../support/keyboard.ts'
import { test as base, expect, type OpenBlank } from '../support/test.ts'

const WIDE = { width: 1440, height: 900 }

/** The browser's console message when the board redisplays a form with errors. */
const REFUSED = /Failed to load resource.*422/

interface Fixtures {
  readonly list: List
  /** A board for the list. No browser has opened its link yet. */
  readonly board: Served
  readonly openBoard: OpenBlank
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from it
  list: async ({}, use) => {
    const app = await startApp(await freshDatabase(postgresUrl(), 'migrated'))
    const list = await openList(app)
    await use(list)
    await list.session.close()
    await app.close()
  },
  board: async ({ list }, use) => {
    const board = await startBoard(list.app.databaseUrl)
    await use(board)
    await board.close()
  },
  openBoard: ({ board, openBlank }, use) =>
    use(async (options) => {
      const page = await openBlank({ baseURL: new URL(board.url).origin, ...options })
      await page.goto(board.url)
      return page
    }),
})

const rows = ({ app }: List, sql: string) => select<Record<string, string>>(app.databaseUrl, sql)

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const status = (page: Page, text: string) => page.getByRole('status').getByText(text)

test('the board’s link works in only one browser', async ({ board, openBlank, openBoard }) => {
  const folder = mkdtempSync(join(tmpdir(), 'board-'))
  const page = await openBlank()
  await page.goto(`file://${await writeRedirect(board.url, folder)}`)
  await page.waitForURL(`${new URL(board.url).origin}/`)
  await expect(page.getByRole('link', { name: 'People', exact: true })).toBeVisible()
  rmSync(folder, { recursive: true })

  const second = await openBoard({ expected: [/403/] })
  await expect(heading(second)).toHaveText('This link has already been used')
  expect(await violations(second)).toEqual([])
})

async function everyPage(list: List): Promise<readonly string[]> {
  const [{ email }, quarantined] = [
    await list.join({ [FREE_TEXT]: freeText('The Amber Glass Company & Daughters of Rotterdam') }),
    await list.quarantine(),
  ]
  await rows(
    list,
    `INSERT INTO mails (kind, mailbox, state, ended_at, reply)
     VALUES ('confirm', '${mailboxOf(email)}', 'failed', now(), '550')`,
  )
  await rows(list, `UPDATE people SET confirmed_at = now()`)
  await rows(list, `INSERT INTO events (event, mailbox) VALUES ('joined', '${mailboxOf(email)}')`)
  const who = encodeURIComponent(mailboxOf(email) ?? '')
  const quarantinedWho = encodeURIComponent(mailboxOf(quarantined.email) ?? '')
  return [
    '/',
    '/people',
    '/people?show=quarantined',
    `/person?who=${who}&done=corrected`,
    `/person?who=${quarantinedWho}`,
    `/person/erase?who=${who}`,
    '/doctor',
    '/invite?count=1',
    '/test',
    '/mail?show=failed',
  ]
}

test('axe finds no problems on the board, on a phone or on a desktop', async ({
  list,
  openBoard,
}) => {
  // Each page is measured twice.
  test.slow()
  const page = await openBoard()
  for (const path of await everyPage(list)) {
    await page.goto(path)
    for (const [size, colorScheme] of [
      [PHONE, 'light'],
      [WIDE, 'dark'],
    ] as const) {
      const at = `${path} in ${colorScheme} colours, ${size.width} px`
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      expect.soft(await violations(page), at).toEqual([])
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect.soft(overflow, at).toBeLessThanOrEqual(0)
    }
  }
})

test('the overview fits the first window on a desktop, and the first two windows on a phone', async ({
  list,
  openBoard,
}) => {
  await everyPage(list)
  const page = await openBoard()
  for (const { size, windows } of [
    { size: { width: 1280, height: 800 }, windows: 1 },
    { size: PHONE, windows: 2 },
  ]) {
    await page.setViewportSize(size)
    const invite = page.getByRole('button', { name: 'Preview' })
    const { y = 0, height = 0 } = (await invite.boundingBox()) ?? {}
    expect(y + height, `${size.width} px`).toBeLessThan(size.height * windows)
  }
})

test('an owner can find, correct and erase a person on a phone', async ({ list, openBoard }) => {
  const { email } = await list.join()
  const page = await openBoard({ viewport: PHONE, expected: [REFUSED] })
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByLabel('Part of an address or an answer').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await page.locator('tbody a').click()
  await field(page, 'first_name').fill('G')
  await field(page, FREE_TEXT).fill('Kiln')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(FIELDS.first_name.messages.tooShort)).toBeVisible()
  await expect(field(page, 'first_name')).toHaveValue('G')
  expect(await violations(page)).toEqual([])
  await field(page, 'first_name').fill('Grace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(status(page, 'Saved.')).toBeVisible()
  const stored = () =>
    rows(
      list,
      `SELECT answers->>'${FREE_TEXT}' AS text, answers->>'first_name' AS name
      FROM people WHERE email = '${email}'`,
    )
  expect(await stored()).toEqual([{ text: 'Kiln', name: 'Grace' }])
  await page.getByRole('link', { name: 'Erase this person' }).click()
  await expect(heading(page)).toHaveText('Erase this person?')
  await expect(page.getByText('Kiln')).toBeVisible()
  expect(await stored()).toHaveLength(1)
  await page.getByRole('button', { name: 'Erase permanently' }).click()
  await expect(status(page, 'Erased.')).toBeVisible()
  expect(await stored()).toEqual([])
})

test('an owner can release a person from quarantine by keyboard', async ({ list, openBoard }) => {
  const { email, first_name, last_name } = await list.quarantine()
  const page = await openBoard()
  await tabTo(page, '1 signup is in quarantine')
  await page.keyboard.press('Enter')
  await page.waitForURL(/show=quarantined/)
  await tabTo(page, 'search')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=/)
  await tabTo(page, `${first_name} ${last_name}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(/who=/)
  await tabTo(page, 'Release')
  await page.keyboard.press('Space')
  await expect(status(page, 'Released from quarantine.')).toBeVisible()
  expect(await list.app.people()).toContainEqual(expect.objectContaining({ email }))

  await page.getByRole('link', { name: 'People', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('people.csv')
  expect(await readFile(await (await download).path(), 'utf8')).toContain(email)
})
