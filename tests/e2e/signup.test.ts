import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { QUESTION_NAMES, WAITLIST_PATH, type WaitlistForm } from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import { fillForm } from '../support/form.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { NO_SCRIPT, useSite } from '../support/site.ts'

async function join(page: Page, person: WaitlistForm): Promise<void> {
  await fillForm(page, person)
  await page.getByRole('button', { name: form.submit }).click()
  await page.getByText(notices.joined.title).waitFor()
}

describe('a visitor joins the waitlist', () => {
  const { app, open } = useSite()
  const rowsOf = async ({ email }: WaitlistForm) =>
    (await app().signups()).filter((row) => row.email_key === email.toLowerCase())

  test('from the landing page down to one row', async () => {
    const person = somebody()
    const page = await open(paths.home)
    await page.getByRole('link', { name: 'Try free — paste a link' }).click()
    await page.waitForURL(`**${paths.waitlist}`)
    await join(page, person)

    expect(await rowsOf(person)).toMatchObject([
      Object.fromEntries(QUESTION_NAMES.map((name) => [name, person[name]])),
    ])
  })

  test('a second signup in other letter case and with spaces gets the same response and no row', async () => {
    const person = somebody()
    await join(await open(paths.waitlist), person)
    await join(await open(paths.waitlist), {
      ...person,
      first_name: 'Somebody',
      email: `  ${person.email.toUpperCase()} `,
    })
    expect(await rowsOf(person)).toMatchObject([{ first_name: person.first_name }])
  })

  test('from another website: not before they send it themselves', async () => {
    const person = somebody()
    const page = await open(paths.home, { expected: [/status of 403/] })
    const fields = Object.entries(bodyOf(person)).map(
      ([name, value]) => `<input name="${name}" value="${value}">`,
    )
    const action = app().origin + WAITLIST_PATH
    await page.route('http://stranger.localhost/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${action}">${fields.join('')}<button>Win</button></form>`,
      }),
    )
    await page.goto('http://stranger.localhost/')
    await page.getByRole('button').click()
    await page.getByText('This was sent from another website.').waitFor()
    expect(await rowsOf(person)).toEqual([])

    await page.getByRole('button').click()
    await page.getByText(notices.joined.title).waitFor()
    expect(await rowsOf(person)).toHaveLength(1)
  })

  test('without JavaScript', async () => {
    const person = somebody()
    await join(await open(paths.waitlist, NO_SCRIPT), person)
    expect(await rowsOf(person)).toHaveLength(1)
  })
})
