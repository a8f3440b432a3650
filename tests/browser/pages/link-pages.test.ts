import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  DATA_WORDS,
  FIELDS,
  FRIEND_WORDS,
  LINK_PATHS,
  NEEDS_CLICK,
  TOKEN,
  WAITLIST_PATH,
} from '../../../contract/waitlist.ts'
import { donePages, expiredPage, linkPages, shareWords } from '../../../web/content/link-pages.ts'
import { select } from '../../support/database.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'
import { violations } from '../support/axe.ts'
import { expect, type ServedApp, test } from '../support/test.ts'

async function join(app: ServedApp) {
  const person = newPerson()
  await app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  return { person, token: await createToken(app.databaseUrl, person.email) }
}
const rowOf = async (app: ServedApp, email: string) =>
  (await app.people()).find((row) => row.mailbox === email)
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const isConfirmed = async (app: ServedApp, { email }: { readonly email: string }) =>
  (await rowOf(app, email))?.['confirmed_at'] instanceof Date
const confirmedPage = (page: Page) =>
  expect(page.getByRole('heading', { name: FRIEND_WORDS.title })).toBeVisible()

test('a single click in the email confirms, and the page then shows the place in line', async ({
  app,
  open,
}) => {
  const { person, token } = await join(app)
  const page = await open(`${LINK_PATHS.confirm}?${TOKEN}=${token}`)
  await confirmedPage(page)
  expect(await isConfirmed(app, person)).toBe(true)
  await expect(
    page.getByText(new RegExp(FRIEND_WORDS.placed.replace('{place}', '\\d+'))),
  ).toBeVisible()
  await expect(page.getByRole('banner').locator('a[href="/pricing"]').first()).toBeAttached()
  expect(await violations(page)).toEqual([])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: shareWords.copy }).click()
  await expect(page.getByRole('status')).toHaveText(shareWords.copied)
  const link = await page.getByRole('link', { name: `${app.origin}/?ref=` }).textContent()
  expect(link).toMatch(/\?ref=[a-z]{10}$/)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('if the browser cannot copy the link, the page selects it, and screen readers announce each result', async ({
  app,
  open,
}) => {
  const { token } = await join(app)
  const page = await open(`${LINK_PATHS.confirm}?${TOKEN}=${token}`)
  await confirmedPage(page)
  const status = page.getByRole('status')
  const copy = page.getByRole('button', { name: shareWords.copy })
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await copy.click()
  await expect(status).toHaveText(shareWords.notCopied)
  const link = await page.getByRole('link', { name: `${app.origin}/?ref=` }).textContent()
  expect(await page.evaluate(() => String(getSelection()))).toBe(link)

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.resolve()
    const said: string[] = []
    Object.assign(window, { said })
    const line = document.querySelector('[role=status]')
    if (!line) throw new Error('The page has no status.')
    const note = () => said.push(line.textContent ?? '')
    new MutationObserver(note).observe(line, { childList: true, characterData: true })
  })
  await copy.click()
  await expect(status).toHaveText(shareWords.copied)
  await copy.click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'said')))
    .toEqual(['', shareWords.copied, '', shareWords.copied])
})

test('for a person who has left, the page confirms only after a click', async ({ app, open }) => {
  const { person, token: first } = await join(app)
  await confirmedPage(await open(`${LINK_PATHS.confirm}?${TOKEN}=${first}`))
  await select(app.databaseUrl, "SELECT suppress($1, 'left')", [person.email])
  await app.http.post(WAITLIST_PATH).send(bodyOf(person)).expect(201)
  const token = await createToken(app.databaseUrl, person.email)
  const page = await open(`${LINK_PATHS.confirm}?${TOKEN}=${token}`)
  await page.waitForURL(`**${NEEDS_CLICK}`)
  await hydrated(page)
  const leftAt = async () => (await rowOf(app, person.email))?.['left_at']
  expect(await leftAt()).toBeInstanceOf(Date)
  await press(page, linkPages.confirm.button)
  await confirmedPage(page)
  expect(await leftAt()).toBeNull()
})

test('a page in a hidden tab confirms once, when it is shown', async ({ app, open }) => {
  const { person, token } = await join(app)
  const page = await open('/')
  await page.context().addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  })
  const see = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  await page.goto(`${LINK_PATHS.confirm}?${TOKEN}=${token}`)
  await hydrated(page)
  expect(await isConfirmed(app, person)).toBe(false)
  await see()
  await confirmedPage(page)

  await page.goBack()
  await see()
  await hydrated(page)
  await expect(page.getByRole('button', { name: linkPages.confirm.button })).toBeVisible()
})

test('without JavaScript, the buttons work and no Referer contains the token', async ({
  app,
  open,
}) => {
  const { person, token } = await join(app)
  const page = await open(`${LINK_PATHS.confirm}?${TOKEN}=${token}`, NO_SCRIPT)
  const referrers: string[] = []
  const loads: string[] = []
  page.on('request', (request) => {
    referrers.push(request.headers()['referer'] ?? '')
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  expect(await isConfirmed(app, person)).toBe(false)
  await press(page, linkPages.confirm.button)
  await confirmedPage(page)
  await expect(page.getByRole('link', { name: `${app.origin}/?ref=` })).toBeVisible()
  expect(await isConfirmed(app, person)).toBe(true)

  await page.goto(`${LINK_PATHS.leave}?${TOKEN}=${token}`)
  loads.length = 0
  await press(page, linkPages.leave.button)
  await expect(page.getByRole('heading', { name: donePages.left.title })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual([LINK_PATHS.leave, '/waitlist/left'])
  expect((await rowOf(app, person.email))?.['left_at']).toBeInstanceOf(Date)

  const data = `${LINK_PATHS.data}?${TOKEN}=${token}`
  await page.goto(data)
  await press(page, linkPages.data.button)
  await expect(page.getByRole('heading', { name: DATA_WORDS.title, exact: true })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByText(FIELDS.role.options[0].label)).toBeVisible()

  const download = page.waitForEvent('download')
  await press(page, DATA_WORDS.download)
  expect((await download).suggestedFilename()).toBe(DATA_WORDS.file)
  const file = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ email: person.email, first_name: person.first_name })

  await page.getByText(DATA_WORDS.erase, { exact: true }).click()
  await expect(page.getByText(DATA_WORDS.warning)).toBeVisible()
  await press(page, DATA_WORDS.confirmErase)
  await expect(page.getByRole('heading', { name: donePages.erased.title })).toBeVisible()
  expect(await rowOf(app, person.email)).toBeUndefined()
  expect(referrers.length).toBeGreaterThan(2)
  expect(referrers.join()).not.toContain(token)

  await page.goto(data)
  await press(page, linkPages.data.button)
  await expect(page.getByText(expiredPage.text)).toBeVisible()
})

// A running stack's worker would process the request before the test reads it.
test('an old link shows a form for requesting a new email, even without JavaScript', {
  tag: '@local',
}, async ({ app, open }) => {
  const { person } = await join(app)
  const old = `${LINK_PATHS.confirm}?${TOKEN}=${'A'.repeat(43)}`
  const page = await open(old, NO_SCRIPT)
  await press(page, linkPages.confirm.button)
  await expect(page.getByRole('heading', { name: expiredPage.title })).toBeVisible()
  await page.getByLabel(FIELDS.email.label).fill(person.email)
  await press(page, expiredPage.button)
  await expect(page.getByRole('heading', { name: donePages.sent.title })).toBeVisible()
  const asked = await select(
    app.databaseUrl,
    'SELECT email, mailbox FROM inbox WHERE mailbox = $1',
    [person.email],
  )
  expect(asked).toEqual([{ email: null, mailbox: person.email }])
})
