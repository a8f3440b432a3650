// Guards sources.

import type { Page } from '@playwright/test'
import { CONSENT, FIELD_NAMES } from '../../../contract/waitlist.ts'
import { joinLink } from '../../../web/content/navigation.ts'
import { expect, test } from '../../support/browser/test.ts'
import { join } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated, mainNavigation } from '../../support/routes.ts'

test.describe('the word in the link by which a visitor comes', () => {
  const goToForm = async (page: Page) => {
    await page.getByRole('banner').getByRole('link', { name: joinLink.label }).click()
    await page.waitForURL(({ pathname }) => pathname === '/waitlist')
  }
  test('the first word of the address that can be a source is stored with the signup', async ({
    app,
    openBlank,
  }) => {
    const page = await openBlank()
    for (const [query, word] of [
      ['?ref=newsletter', 'newsletter'],
      ['?utm_source=product+hunt&utm_medium=post', 'product hunt'],
      ['?utm_source=ads&ref=anna', 'anna'],
      ['?ref=%3Cscript%3E&utm_source=ads', 'ads'],
    ]) {
      const person = newPerson()
      await page.goto(`/waitlist${query}`)
      const sent = await join(page, person)
      expect(sent).toEqual({ body: person, query: { consent: CONSENT.version, source: word } })
      const stored = (await app.people()).find(({ email }) => email === person.email)
      expect(stored).toMatchObject({ source: word })
    }
  })

  test('without such a word the request has the fields of the form, the version of its text and no other', async ({
    openBlank,
  }) => {
    const page = await openBlank()
    for (const query of ['', '?ref=', `?ref=${'a'.repeat(65)}`, '?ref=%00', '?Ref=a&source=b']) {
      await page.goto(`/waitlist${query}`)
      const sent = await join(page)
      expect(Object.keys(sent.body), query).toEqual(FIELD_NAMES)
      expect(sent.query, query).toEqual({ consent: CONSENT.version })
    }
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

  test('the word of the first page is kept while the visitor reads other pages, in no storage and no cookie', async ({
    open,
  }) => {
    const page = await open('/?ref=newsletter', { viewport: { width: 1280, height: 800 } })
    await hydrated(page)
    await mainNavigation(page).locator('[href="/pricing"]').click()
    await page.waitForURL(({ pathname }) => pathname === '/pricing')
    await goToForm(page)
    expect(await join(page)).toMatchObject({ query: { source: 'newsletter' } })
    const { cookies, origins } = await page.context().storageState({ indexedDB: true })
    expect(cookies).toEqual([])
    expect(JSON.stringify(origins)).not.toContain('newsletter')
    const session = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(session).not.toContain('newsletter')
  })
})
