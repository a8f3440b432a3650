// Guards sources.

import type { Page } from '@playwright/test'
import { CONSENT, FIELD_NAMES, type WaitlistForm } from '../../../contract/waitlist.ts'
import { joinLink } from '../../../web/content/navigation.ts'
import { notices } from '../../../web/content/waitlist.ts'
import type { TestApp } from '../../support/app.ts'
import { expect, test } from '../../support/browser/test.ts'
import { fillForm, join, submit } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

test.describe('the word in the link by which a visitor comes', () => {
  const goToForm = async (page: Page) => {
    await page.getByRole('banner').getByRole('link', { name: joinLink.label }).click()
    await page.waitForURL(({ pathname }) => pathname === '/waitlist')
  }
  const storedOf = async (app: TestApp, { email }: WaitlistForm) =>
    (await app.people()).find((row) => row.email === email)

  for (const [query, word] of [
    ['?ref=newsletter', 'newsletter'],
    ['?utm_source=product+hunt&utm_medium=post', 'product hunt'],
    ['?utm_source=ads&ref=anna', 'anna'],
    ['?ref=%3Cscript%3E&utm_source=ads', 'ads'],
  ]) {
    test(`${query} is stored as ${word} with the signup`, async ({ app, open }) => {
      const person = newPerson()
      const sent = await join(await open(`/waitlist${query}`), person)
      expect(sent).toEqual({ body: person, query: { consent: CONSENT.version, source: word } })
      expect(await storedOf(app, person)).toMatchObject({ source: word })
    })
  }

  for (const address of ['', '?ref=', `?ref=${'a'.repeat(65)}`, '?ref=%00', '?Ref=a&source=b']) {
    test(`the request has the fields of the form, the version of its text and no other after ${JSON.stringify(address)}`, async ({
      open,
    }) => {
      const { body, query } = await join(await open(`/waitlist${address}`))
      expect(Object.keys(body)).toEqual(FIELD_NAMES)
      expect(query).toEqual({ consent: CONSENT.version })
    })
  }

  test('the word of the first page is kept while the visitor reads other pages', async ({
    open,
  }) => {
    const page = await open('/?ref=newsletter', { viewport: { width: 1280, height: 800 } })
    await hydrated(page)
    await mainNavigation(page).locator('[href="/pricing"]').click()
    await page.waitForURL(({ pathname }) => pathname === '/pricing')
    await goToForm(page)
    expect(await join(page)).toMatchObject({ query: { source: 'newsletter' } })
  })

  test('the word of the first page is kept when a link is clicked before its scripts run', async ({
    open,
  }) => {
    const page = await open('/features', { viewport: { width: 1280, height: 800 } })
    // The scripts never arrive.
    await page.route('**/*.js', () => {})
    await page.goto('/?ref=newsletter', { waitUntil: 'commit' })
    await expect(page.getByRole('banner')).toBeVisible()
    await page.unroute('**/*.js')
    await goToForm(page)
    expect(await join(page)).toMatchObject({ query: { source: 'newsletter' } })
  })

  test('the word is in no storage and no cookie', async ({ open }) => {
    const page = await open('/?ref=newsletter', { viewport: { width: 1280, height: 800 } })
    await hydrated(page)
    await goToForm(page)
    await join(page)
    const { cookies, origins } = await page.context().storageState({ indexedDB: true })
    expect(cookies).toEqual([])
    expect(JSON.stringify(origins)).not.toContain('newsletter')
    const session = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(session).not.toContain('newsletter')
  })

  test('without JavaScript the version of the text is sent, and no word', async ({ app, open }) => {
    const person = newPerson()
    const page = await open('/waitlist?ref=newsletter', NO_SCRIPT)
    await fillForm(page, person)
    await submit(page).click()
    await expect(page.getByText(notices.joined.title)).toBeVisible()
    expect(await storedOf(app, person)).toMatchObject({ agreed_to: CONSENT.version, source: null })
  })
})
