import type { Locator, Page } from '@playwright/test'
import { CONSENT, FIELD_NAMES, type WaitlistForm } from '../../../contract/waitlist.ts'
import { absolute } from '../../../web/content/files.ts'
import { joinLink } from '../../../web/content/navigation.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated } from '../../support/routes.ts'
import { PHONE } from '../../support/site.ts'
import { fillForm, formHydrated, SIGNUPS, submit } from '../support/form.ts'
import { CHUNKS, holdScripts } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

const ELSEWHERE = 'https://news.example.com/item?id=1'

const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true }

/** Finds the first link below the header to a path, whatever its query. */
const linkTo = (page: Page, path: string): Locator =>
  page.getByRole('main').or(page.getByRole('contentinfo')).locator(`a[href^="${path}"]`).first()

/** Taps a link to each of the paths in turn, and waits for its page. */
async function tapThrough(page: Page, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await linkTo(page, path).tap()
    await page.waitForURL(({ pathname }) => pathname === path)
  }
}

/** Sends the form, and returns the request's body and the query in its address. */
async function join(page: Page, person: WaitlistForm = newPerson()) {
  await formHydrated(page)
  await fillForm(page, person)
  const sent = page.waitForRequest(SIGNUPS)
  await submit(page).click()
  await page.getByText(notices.joined.title).waitFor()
  const request = await sent
  const { searchParams } = new URL(request.url())
  return { body: request.postDataJSON(), query: Object.fromEntries(searchParams) }
}

async function openTab(page: Page, path: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await linkTo(page, path).click({ button: 'middle' })
  const tab = await opened
  await tab.bringToFront()
  return tab
}

const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href')

test('the form sends only its fields, the consent and the source', async ({ app, openBlank }) => {
  const page = await openBlank()
  const person = newPerson()
  await page.goto('/waitlist?utm_source=product+hunt&utm_medium=post')
  expect(await join(page, person)).toEqual({
    body: person,
    query: { consent: CONSENT.version, source: 'product hunt' },
  })
  const stored = (await app.people()).find(({ email }) => email === person.email)
  expect(stored).toMatchObject({ source: 'product hunt' })

  await page.goto('/waitlist?Ref=a&source=b')
  const sent = await join(page)
  expect(Object.keys(sent.body)).toEqual(FIELD_NAMES)
  expect(sent.query).toEqual({ consent: CONSENT.version })
})

test('the form still sends the referring website if the visitor follows links and goes back before React loads', async ({
  openBlank,
}) => {
  const page = await openBlank(TOUCH)
  const react = await holdScripts(page, CHUNKS)
  await page.goto('/', { referer: ELSEWHERE })
  await tapThrough(page, '/features', '/pricing')
  expect(await canonical(page)).toBe(absolute('/pricing'))
  await page.goBack()
  await page.waitForURL('**/features*')
  await tapThrough(page, '/about', '/waitlist')
  react.resolve()
  expect(await join(page)).toMatchObject({ query: { source: 'news.example.com' } })
})

test('the source survives links, new tabs and reloads without being stored in the browser', async ({
  openBlank,
}) => {
  const page = await openBlank(TOUCH)
  await page.goto('/?ref=newsletter')
  await hydrated(page)
  await tapThrough(page, '/features', '/pricing')
  await expect.poll(() => canonical(page)).toBe(absolute('/pricing'))
  const tab = await openTab(page, '/waitlist')
  expect(await join(tab)).toMatchObject({ query: { source: 'newsletter' } })
  await page.bringToFront()
  await tapThrough(page, '/waitlist')
  await formHydrated(page)
  // A phone drops a page in the background and loads it again.
  await page.reload()
  expect(await join(page)).toMatchObject({ query: { source: 'newsletter' } })

  const { cookies, origins } = await page.context().storageState({ indexedDB: true })
  expect(cookies).toEqual([])
  expect(JSON.stringify(origins)).not.toContain('newsletter')
  const session = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(session).not.toContain('newsletter')
})

test('the source of the first page survives a click on a link before its scripts run', async ({
  openBlank,
}) => {
  const page = await openBlank()
  const scripts = await holdScripts(page)
  await page.goto('/?ref=newsletter', { waitUntil: 'commit' })
  const link = page.getByRole('banner').getByRole('link', { name: joinLink.label })
  await expect(link).toBeVisible()
  await link.click()
  await page.waitForURL('**/waitlist', { waitUntil: 'commit' })
  scripts.resolve()
  expect(await join(page)).toMatchObject({ query: { source: 'newsletter' } })
})

test('a form sent from a new tab before React has loaded includes its source', async ({
  app,
  openBlank,
}) => {
  const person = newPerson()
  const page = await openBlank(TOUCH)
  await holdScripts(page, CHUNKS)
  await page.goto('/?ref=newsletter')
  const tab = await openTab(page, '/features')
  await holdScripts(tab, CHUNKS)
  await tapThrough(tab, '/waitlist')
  await fillForm(tab, person)
  await submit(tab).tap()
  await expect(tab.getByText(notices.joined.title)).toBeVisible()
  const stored = (await app.people()).find(({ email }) => email === person.email)
  expect(stored).toMatchObject({ source: 'newsletter', consent: CONSENT.version })
})
