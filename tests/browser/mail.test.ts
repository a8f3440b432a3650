// Guards page-instant-confirmation, page-your-data, friends.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parse } from 'node-html-parser'
import {
  DATA_WORDS,
  FRIEND_WORDS,
  LINK_PATHS,
  TOKEN,
  WAITLIST_PATH,
  type WaitlistForm,
} from '../../contract/waitlist.ts'
import { readTemplates } from '../../mails/templates.ts'
import { donePages, linkPages } from '../../web/content/link-pages.ts'
import { mailFooter, mails } from '../../web/content/mails.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import type { TestApp } from '../support/app.ts'
import { test as base, expect, type Open } from '../support/browser/test.ts'
import { select } from '../support/database.ts'
import { fillForm, submit } from '../support/form.ts'
import { createToken } from '../support/links.ts'
import { bodyOf, newPerson } from '../support/people.ts'
import { hydrated } from '../support/routes.ts'
import { siteDir } from '../support/shared.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { TOUCH, tapThrough } from '../support/taps.ts'
import { startTestWorker, type TestWorker } from '../support/worker.ts'

interface Fixtures {
  readonly smtp: TestSmtp
  /** Starts the worker with some settings. */
  readonly work: (settings: Record<string, string>) => Promise<TestWorker>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from it
  smtp: async ({}, use) => {
    const smtp = await startSmtp()
    await use(smtp)
    await smtp.close()
  },
  work: async ({ app }, use) => {
    const started: TestWorker[] = []
    const templates = readTemplates(join(siteDir(), 'mails.json'))
    await use(async (settings) => {
      const worker = await startTestWorker(app, { SITE_URL: app.origin, ...settings }, templates)
      started.push(worker)
      return worker
    })
    for (const worker of started) await worker.stop()
  },
})

// The worker sends emails to everybody who has joined in earlier tests first.
test.describe.configure({ timeout: 90_000 })

test.describe('a visitor who gets a mail', () => {
  async function signUp(open: Open, person: WaitlistForm): Promise<void> {
    const page = await open('/waitlist')
    await fillForm(page, person)
    await page.getByRole('button', { name: form.submit }).click()
    await expect(page.getByText(notices.joined.title)).toBeVisible()
  }
  const rowOf = async (app: TestApp, { email }: WaitlistForm) =>
    (await app.people()).find((row) => row.email_key === email)
  async function countErased({ databaseUrl }: TestApp): Promise<number> {
    const sql = "SELECT count(*)::integer AS count FROM refusals WHERE reason = 'erased'"
    const [row] = await select<{ count: number }>(databaseUrl, sql)
    return row?.count ?? 0
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

  /** The links of the email by their words. */
  async function linksTo(smtp: TestSmtp, { email }: WaitlistForm): Promise<Map<string, string>> {
    const find = () => smtp.received.find(({ to }) => to === email)
    await expect.poll(find).toBeDefined()
    const links = parse(find()?.mail.html || '').querySelectorAll('a')
    return new Map(links.map((link) => [link.text.trim(), link.getAttribute('href') ?? '']))
  }
  async function follow(open: Open, links: Map<string, string>, label: string) {
    const { pathname, search } = new URL(links.get(label) ?? '')
    const page = await open(pathname + search)
    await hydrated(page)
    return page
  }

  test('joins, reads the email, and confirms, sees and leaves through its links, of which a GET changes nothing', async ({
    app,
    open,
    smtp,
    work,
  }) => {
    await work({ SMTP_URL: smtp.url })
    const person = newPerson()
    await signUp(open, person)
    const links = await linksTo(smtp, person)

    // as a scanner of emails opens them
    const before = await rowOf(app, person)
    const ours = [...links.values()].filter((link) => link.startsWith(app.origin))
    expect(ours.length).toBeGreaterThanOrEqual(4)
    for (const link of [...ours, ...ours.map((each) => each.replace(/\/\w+\?/, '/erase?'))]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await fetch(link, { method })).status).toBe(200)
      }
    }
    expect(before).toMatchObject({ confirmed_at: null, left_at: null })
    expect(await rowOf(app, person)).toEqual(before)

    const { pathname, search } = new URL(links.get(mails.confirm.button.label) ?? '')
    const confirm = await open(pathname + search)
    await expect(confirm.getByRole('heading', { name: donePages.confirmed.title })).toBeVisible()
    expect((await rowOf(app, person))?.['confirmed_at']).toBeInstanceOf(Date)

    const data = await follow(open, links, mailFooter.links[1].label)
    await press(data, linkPages.data.button)
    await expect(data.getByText(person.email)).toBeVisible()

    const leave = await follow(open, links, mailFooter.links[0].label)
    await press(leave, linkPages.leave.button)
    await expect(leave.getByRole('heading', { name: donePages.left.title })).toBeVisible()
    expect((await rowOf(app, person))?.['left_at']).toBeInstanceOf(Date)
  })

  test('comes to a phone through a friend’s link, joins with three taps, and one click in the email credits the friend', async ({
    app,
    open,
    openBlank,
    smtp,
    work,
  }) => {
    const friend = newPerson()
    await app.http.post(WAITLIST_PATH).send(bodyOf(friend)).expect(201)
    const friends = `${LINK_PATHS.confirm}?${TOKEN}=${await createToken(app.databaseUrl, friend.email)}`
    const friendly = await open(friends)
    const shared = await friendly.getByRole('link', { name: '/?ref=' }).textContent()
    const [, code] = /\?ref=(\w+)$/.exec(shared ?? '') ?? []
    await work({ SMTP_URL: smtp.url })

    const person = newPerson()
    const page = await openBlank(TOUCH)
    await page.goto(`/?ref=${code}`)
    await tapThrough(page, '/features', '/waitlist')
    await fillForm(page, person)
    await submit(page).tap()
    await expect(page.getByText(notices.joined.title)).toBeVisible()
    const { pathname, search } = new URL(
      (await linksTo(smtp, person)).get(mails.confirm.button.label) ?? '',
    )
    await page.goto(pathname + search)
    await expect(page.getByRole('heading', { name: FRIEND_WORDS.title })).toBeVisible()

    expect(await rowOf(app, person)).toMatchObject({ source: code, confirmed_at: expect.any(Date) })
    await friendly.goto(friends)
    await expect(friendly.getByText(FRIEND_WORDS.oneFriend)).toBeVisible()
  })

  test('an erasure through the link leaves the address in no table, no log and no stored mail', async ({
    app,
    open,
    work,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'mails-'))
    const before = await countErased(app)
    const worker = await work({ DATA_DIR: folder })
    const person = newPerson()
    await signUp(open, person)
    const stored = () =>
      readdirSync(join(folder, 'mail')).map((file) =>
        readFileSync(join(folder, 'mail', file), 'utf8'),
      )
    const mailTo = () => stored().find((mail) => mail.includes(`To: ${person.email}`))
    await expect.poll(mailTo).toBeDefined()
    const [, token = ''] = /leave\?t=([\w-]{43})/.exec(mailTo() ?? '') ?? []

    const page = await open(`${LINK_PATHS.data}?t=${token}`)
    await hydrated(page)
    await press(page, linkPages.data.button)
    await page.getByText(DATA_WORDS.erase, { exact: true }).click()
    await press(page, DATA_WORDS.confirmErase)
    await expect(page.getByRole('heading', { name: donePages.erased.title })).toBeVisible()

    await expect.poll(mailTo).toBeUndefined()
    const tables = await select<{ name: string }>(
      app.databaseUrl,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    expect(tables.length).toBeGreaterThan(7)
    for (const { name } of tables) {
      const rows = await select(
        app.databaseUrl,
        `SELECT 1 AS found FROM "${name}" AS whole WHERE whole::text ILIKE '%' || $1 || '%'`,
        [person.email],
      )
      expect([name, rows]).toEqual([name, []])
    }
    const logs = [...app.log, ...worker.log].join('\n')
    expect(logs).toContain('confirm written')
    for (const secret of [person.email, token]) expect(logs).not.toContain(secret)
    expect(await countErased(app)).toBe(before + 1)
    rmSync(folder, { recursive: true })
  })
})
