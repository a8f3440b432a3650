// Guards own-origin.

import type { Page } from '@playwright/test'
import {
  JOINED_PATH,
  QUESTION_NAMES,
  WAITLIST_PATH,
  type WaitlistForm,
} from '../../contract/waitlist.ts'
import { hero } from '../../web/content/home.ts'
import { joined } from '../../web/content/joined.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import type { TestApp } from '../support/app.ts'
import { expect, test } from '../support/browser/test.ts'
import { fillForm } from '../support/form.ts'
import { bodyOf, newPerson } from '../support/people.ts'
import { NO_SCRIPT } from '../support/site.ts'

test.use({ reducedMotion: 'no-preference' })

async function join(page: Page, person: WaitlistForm): Promise<void> {
  await fillForm(page, person)
  await page.getByRole('button', { name: form.submit }).click()
  await expect(page.getByText(notices.joined.title)).toBeVisible()
}

test.describe('a visitor joins the waitlist', () => {
  const rowsOf = async (app: TestApp, { email }: WaitlistForm) =>
    (await app.people()).filter((row) => row.email_key === email.toLowerCase())

  test('a signup that starts on the landing page is one row in the database', async ({
    app,
    open,
  }) => {
    const person = newPerson()
    const page = await open('/')
    await page.getByRole('link', { name: hero.primary.label }).click()
    await page.waitForURL('**/waitlist')
    await join(page, person)

    expect(await rowsOf(app, person)).toMatchObject([
      Object.fromEntries(QUESTION_NAMES.map((name) => [name, person[name]])),
    ])
  })

  test('a second signup in other letter case and with spaces gets the same response and no second row', async ({
    app,
    open,
  }) => {
    const person = newPerson()
    await join(await open('/waitlist'), person)
    await join(await open('/waitlist'), {
      ...person,
      first_name: 'Somebody',
      email: `  ${person.email.toUpperCase()} `,
    })
    // until the address is confirmed, the newest form counts
    expect(await rowsOf(app, person)).toMatchObject([{ first_name: 'Somebody' }])
  })

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
  })

  test('a signup without JavaScript leads to the page that says so', async ({ app, open }) => {
    const person = newPerson()
    const page = await open('/waitlist', NO_SCRIPT)
    await join(page, person)
    expect(await rowsOf(app, person)).toHaveLength(1)
    expect(new URL(page.url()).pathname).toBe(JOINED_PATH)
    await expect(page.getByText(joined.text)).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  })
})
