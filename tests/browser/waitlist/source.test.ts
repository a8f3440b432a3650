import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { FIELD_NAMES, WAITLIST_PATH, type WaitlistForm } from '../../../api/contract/waitlist.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { fillForm, formHydrated, submit } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT, useSite } from '../../support/site.ts'

describe('the word in the link by which a visitor comes', () => {
  const { app, open } = useSite()

  /** Sends the form and returns the body of the request. */
  async function join(page: Page, person: WaitlistForm = newPerson()) {
    await formHydrated(page)
    await fillForm(page, person)
    const sent = page.waitForRequest(`**${WAITLIST_PATH}`)
    await submit(page).click()
    await page.getByText(notices.joined.title).waitFor()
    return (await sent).postDataJSON()
  }
  const goToForm = async (page: Page) => {
    await page.getByRole('banner').getByRole('link', { name: 'Join Waitlist' }).click()
    await page.waitForURL('**/waitlist')
  }
  const sourceOf = async ({ email }: WaitlistForm) =>
    (await app().signups()).find((row) => row.email === email)?.['source']

  test.each([
    ['?ref=newsletter', 'newsletter'],
    ['?utm_source=product+hunt&utm_medium=post', 'product hunt'],
    ['?utm_source=ads&ref=anna', 'anna'],
    ['?ref=%3Cscript%3E&utm_source=ads', 'ads'],
  ])('%s is stored as %s with the signup', async (query, word) => {
    const person = newPerson()
    const body = await join(await open(`/waitlist${query}`), person)
    expect(body).toEqual({ ...person, source: word })
    expect(await sourceOf(person)).toBe(word)
  })

  test.each(['', '?ref=', `?ref=${'a'.repeat(65)}`, '?ref=%00', '?Ref=a&source=b'])(
    'the request has the six fields and no other after %j',
    async (query) => {
      const body = await join(await open(`/waitlist${query}`))
      expect(Object.keys(body)).toEqual(FIELD_NAMES)
    },
  )

  test('the word of the first page is kept while the visitor reads other pages', async () => {
    const page = await open('/?ref=newsletter', { viewport: { width: 1280, height: 800 } })
    await hydrated(page)
    await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
    await page.waitForURL('**/pricing')
    await goToForm(page)
    expect(await join(page)).toMatchObject({ source: 'newsletter' })
  })

  test('the word of the first page is kept when a link is clicked before its scripts run', async () => {
    const page = await open('/features', { viewport: { width: 1280, height: 800 } })
    // The scripts never arrive.
    await page.route('**/*.js', () => {})
    await page.goto(new URL('/?ref=newsletter', page.url()).href, { waitUntil: 'commit' })
    await page.getByRole('banner').waitFor()
    await page.unroute('**/*.js')
    await goToForm(page)
    expect(await join(page)).toMatchObject({ source: 'newsletter' })
  })

  test('the word is in no storage and no cookie', async () => {
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

  test('no word is sent without JavaScript', async () => {
    const person = newPerson()
    const page = await open('/waitlist?ref=newsletter', NO_SCRIPT)
    await fillForm(page, person)
    await submit(page).click()
    await page.getByText(notices.joined.title).waitFor()
    expect(await sourceOf(person)).toBe(null)
  })
})
