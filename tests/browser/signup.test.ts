// Guards own-origin, form-without-scripts, consent, accessibility.

import { CONSENT, JOINED_PATH, WAITLIST_PATH, type WaitlistForm } from '../../contract/waitlist.ts'
import { joined } from '../../web/content/joined.ts'
import { notices } from '../../web/content/waitlist.ts'
import type { TestApp } from '../support/app.ts'
import { bodyOf, newPerson } from '../support/people.ts'
import { NO_SCRIPT } from '../support/site.ts'
import { violations } from './support/axe.ts'
import { fillForm, submit } from './support/form.ts'
import { expect, test } from './support/test.ts'

test.describe('a form of the waitlist', () => {
  const rowsOf = async (app: TestApp, { email }: WaitlistForm) =>
    (await app.people()).filter((row) => row.email_key === email.toLowerCase())

  test('a form on another website signs nobody up, and our page repeats nothing of it', async ({
    app,
    open,
  }) => {
    const person = newPerson()
    const page = await open('/', { expected: [/status of 403/] })
    const fields = Object.entries(bodyOf(person)).map(
      ([name, value]) => `<input name="${name}" value="${value}">`,
    )
    const action = app.origin + WAITLIST_PATH
    await page.route('http://stranger.localhost/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${action}">${fields.join('')}<button>Win</button></form>`,
      }),
    )
    await page.goto('http://stranger.localhost/')
    await page.getByRole('button').click()
    await expect(page.getByText('This was sent from another website.')).toBeVisible()
    // Back would lead to the form that is refused
    await expect(page.getByText('Back button')).toHaveCount(0)
    expect(await rowsOf(app, person)).toEqual([])
    expect(await page.content()).not.toContain(person.email)
    expect(await violations(page)).toEqual([])
  })

  test('a signup without JavaScript leads to the page that says so, with the version of the text and no source', async ({
    app,
    open,
  }) => {
    const person = newPerson()
    const page = await open('/waitlist?ref=newsletter', NO_SCRIPT)
    await fillForm(page, person)
    await submit(page).click()
    await expect(page.getByText(notices.joined.title)).toBeVisible()
    expect(await rowsOf(app, person)).toMatchObject([
      { first_name: person.first_name, agreed_to: CONSENT.version, source: null },
    ])
    expect(new URL(page.url()).pathname).toBe(JOINED_PATH)
    await expect(page.getByText(joined.text)).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  })
})
