// Guards accessibility.

import type { Page } from '@playwright/test'
import {
  DATA_WORDS,
  FIELDS,
  FRIEND_WORDS,
  LINK_PATHS,
  QUESTION_NAMES,
  TOKEN,
  WAITLIST_PATH,
  WORDS,
} from '../../../contract/waitlist.ts'
import { blogTabs, blogWords, caseStudies } from '../../../web/content/blog.ts'
import { faq } from '../../../web/content/faq.ts'
import { linkPages } from '../../../web/content/link-pages.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { hintLabel, plans } from '../../../web/content/plans.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { violations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/test.ts'
import { FAILED_NOTE, failRequests, field, fillForm, submit } from '../../support/form.ts'
import { createToken } from '../../support/links.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { openStill } from '../../support/routes.ts'
import { PHONE } from '../../support/site.ts'

const DESKTOP = { width: 1280, height: 800 }
const SIZES = [DESKTOP, PHONE]
async function expectNone(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await violations(page), `at ${size.width} px`).toEqual([])
  }
}

test.describe('accessibility rules of axe', () => {
  test('axe finds nothing in the open menu', async ({ open }) => {
    const page = await openStill(open, '/features', { viewport: PHONE })
    await page.getByRole('button', { name: chrome.openMenu }).click()
    await expect(page.getByRole('dialog', { name: chrome.menu })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  test('axe finds nothing in an open article and among the case studies', async ({ open }) => {
    const page = await openStill(open, '/blog')
    await page.getByText(blogWords.readMore).first().click()
    await expectNone(page)
    if (caseStudies.length === 0) return
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await expectNone(page)
  })

  test('axe finds nothing beside an open answer and an open tooltip', async ({ open }) => {
    test.skip(faq.items.length === 0, 'there is no answer to open')
    const page = await openStill(open, '/pricing')
    const [item] = faq.items
    await page.getByText(item?.question ?? '').click()
    await expect(page.getByText(item?.answer ?? '')).toBeVisible()
    const [{ text = '', hint = '' } = {}] = plans[0].features
    await page.getByRole('button', { name: hintLabel(text) }).focus()
    await expect(page.getByText(hint)).toBeVisible()
    await expectNone(page)
  })

  test('axe finds nothing in a form with an error for every question, a suggestion, a failure and a success', async ({
    open,
  }) => {
    test.slow()
    const page = await openStill(open, '/waitlist')
    for (const name of QUESTION_NAMES) await field(page, name).focus()
    await field(page, 'email').fill('nowhere')
    const required = QUESTION_NAMES.filter((name) => FIELDS[name].required)
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(required.length)
    await expectNone(page)

    await field(page, 'email').fill('anna@gmial.com')
    await expect(page.getByRole('button', { name: form.suggestion.accept })).toBeVisible()
    await expectNone(page)

    for (const [role, response, text] of [
      ['alert', { status: 503, body: 'Busy.' }, 'Busy.'],
      ['status', { status: 201, json: { status: 'joined' } }, notices.joined.title],
    ] as const) {
      await failRequests(page, response)
      await fillForm(page, newPerson())
      await submit(page).click()
      await expect(page.getByRole(role).getByText(text)).toBeVisible()
      await expectNone(page)
    }
  })

  test('axe finds nothing on the pages with the link for friends and with what is held', async ({
    app,
    open,
  }) => {
    const person = newPerson()
    await app.http.post(WAITLIST_PATH).send(bodyOf(person))
    const token = await createToken(app.databaseUrl, person.email)
    const page = await open(`${LINK_PATHS.confirm}?${TOKEN}=${token}`)
    await expect(page.getByRole('heading', { name: FRIEND_WORDS.heading })).toBeVisible()
    await expectNone(page)

    await page.goto(`${LINK_PATHS.data}?${TOKEN}=${token}`)
    await page.getByRole('button', { name: linkPages.data.button }).click()
    await page.getByText(DATA_WORDS.erase, { exact: true }).click()
    await expectNone(page)
  })

  test('axe finds nothing on the page of a form that failed without JavaScript', async ({
    open,
  }) => {
    const page = await openStill(open, '/waitlist', { expected: [FAILED_NOTE] })
    await fillForm(page, newPerson({ last_name: 'B' }))
    // Submits past the script, because axe does not run without JavaScript.
    await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action]')?.submit())
    await expect(page.getByRole('heading', { name: WORDS.failed })).toBeVisible()
    await expectNone(page)
  })
})
