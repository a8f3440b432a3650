// Guards page-instant-confirmation, page-your-data, accessibility.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { parse } from 'node-html-parser'
import { DATA_WORDS } from '../../contract/waitlist.ts'
import { readTemplates } from '../../letters/templates.ts'
import { donePages, linkPages } from '../../web/content/link-pages.ts'
import { mailFooter, mails } from '../../web/content/mails.ts'
import { notices } from '../../web/content/waitlist.ts'
import { newPerson } from '../support/people.ts'
import { hydrated } from '../support/routes.ts'
import { siteDir } from '../support/shared.ts'
import { startTestWorker, type TestWorker } from '../support/worker.ts'
import { violations } from './support/axe.ts'
import { fillForm, submit } from './support/form.ts'
import { test as base, expect } from './support/test.ts'

interface Fixtures {
  /** The folder of a worker that writes its emails to files. */
  readonly folder: string
  readonly worker: TestWorker
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from it
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'mails-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
  worker: async ({ app, folder }, use) => {
    const templates = readTemplates(join(siteDir(), 'mails.json'))
    const settings = { SITE_URL: app.origin, DATA_DIR: folder }
    const worker = await startTestWorker(app, settings, templates)
    await use(worker)
    await worker.stop()
  },
})

// The worker sends emails to everybody who has joined in earlier tests first.
test.describe.configure({ timeout: 90_000 })

test('a visitor joins, reads the email, and confirms, leaves, sees and erases their data through its links, of which a GET changes nothing', async ({
  app,
  folder,
  open,
  worker,
}) => {
  const person = newPerson()
  const row = async () => (await app.people()).find(({ email_key }) => email_key === person.email)
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
  const form = await open('/waitlist')
  await fillForm(form, person)
  await submit(form).click()
  await expect(form.getByText(notices.joined.title)).toBeVisible()

  const find = () =>
    readdirSync(join(folder, 'mail'))
      .map((file) => readFileSync(join(folder, 'mail', file), 'utf8'))
      .find((mail) => mail.includes(`To: ${person.email}`))
  await expect.poll(find).toBeDefined()
  const { html } = await simpleParser(find() ?? '')
  const found = parse(html || '').querySelectorAll('a')
  const links = new Map(found.map((link) => [link.text.trim(), link.getAttribute('href') ?? '']))
  const follow = (label: string) => open(links.get(label)?.replace(app.origin, '') ?? '')

  // as a scanner of emails opens them
  const before = await row()
  const ours = [...links.values()].filter((link) => link.startsWith(app.origin))
  expect(ours.length).toBeGreaterThanOrEqual(4)
  for (const link of [...ours, ...ours.map((each) => each.replace(/\/\w+\?/, '/erase?'))]) {
    for (const method of ['GET', 'HEAD']) {
      expect((await fetch(link, { method })).status).toBe(200)
    }
  }
  expect(before).toMatchObject({ confirmed_at: null, left_at: null })
  expect(await row()).toEqual(before)

  const confirm = await follow(mails.confirm.button.label)
  await expect(confirm.getByRole('heading', { name: donePages.confirmed.title })).toBeVisible()
  expect((await row())?.['confirmed_at']).toBeInstanceOf(Date)

  const leave = await follow(mailFooter.links[0].label)
  await hydrated(leave)
  await press(leave, linkPages.leave.button)
  await expect(leave.getByRole('heading', { name: donePages.left.title })).toBeVisible()
  expect((await row())?.['left_at']).toBeInstanceOf(Date)

  const data = await follow(mailFooter.links[1].label)
  await hydrated(data)
  await press(data, linkPages.data.button)
  await expect(data.getByText(person.email)).toBeVisible()
  await data.getByText(DATA_WORDS.erase, { exact: true }).click()
  expect(await violations(data)).toEqual([])
  await press(data, DATA_WORDS.confirmErase)
  await expect(data.getByRole('heading', { name: donePages.erased.title })).toBeVisible()

  expect(await row()).toBeUndefined()
  await expect.poll(find, 'the stored email').toBeUndefined()
  const logs = [...app.log, ...worker.log].join('\n')
  expect(logs).toContain('confirm written')
  const [, token = ''] = /\?t=([\w-]{43})/.exec(ours[0] ?? '') ?? []
  for (const secret of [person.email, token]) expect(logs).not.toContain(secret)
})
