import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  FIELDS,
  HONEYPOT,
  QUESTION_NAMES,
  WAITLIST_PATH,
  type WaitlistForm,
} from '../../api/contract/waitlist.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import { empty } from '../../web/waitlist/useDraft.ts'
import { FAILED_NOTE, field, fillForm, formHydrated, openForm, submit } from '../support/form.ts'
import { gate } from '../support/gate.ts'
import { somebody } from '../support/people.ts'
import { useSite } from '../support/site.ts'

describe('a waitlist form that is left for another page', () => {
  const site = useSite()

  const leave = async (page: Page) => {
    await page.getByRole('link', { name: form.privacy.link }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
  }
  const comeBack = async (page: Page) => {
    await page.goBack()
    await page.getByRole('heading', { name: form.title }).waitFor()
  }
  const expectValues = async (page: Page, person: WaitlistForm) => {
    for (const name of QUESTION_NAMES) {
      expect(await field(page, name).inputValue(), name).toBe(person[name])
    }
  }

  /** Sends the form; the answer comes when the test lets it. */
  async function send(page: Page, person: WaitlistForm) {
    const sending = gate()
    await page.route(`**${WAITLIST_PATH}`, async (route) => {
      await sending.opened
      await route.continue()
    })
    await fillForm(page, person)
    await submit(page).click()
    await page.getByRole('button', { name: form.submitting }).waitFor()
    return async () => {
      const answered = page.waitForResponse(`**${WAITLIST_PATH}`)
      sending.open()
      await answered
    }
  }

  test('is as it was on coming back, and can be sent', async () => {
    const page = await openForm(site)
    const person = somebody()
    await fillForm(page, person)
    await leave(page)
    await comeBack(page)
    await expectValues(page, person)
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('for a document without our scripts is as it was, too', async () => {
    const page = await openForm(site)
    const person = somebody()
    await fillForm(page, person)
    await page.goto(new URL('/robots.txt', page.url()).href)
    await comeBack(page)
    await formHydrated(page)
    await expectValues(page, person)
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('says on coming back what became of it', async () => {
    const page = await openForm(site)
    const answer = await send(page, somebody())
    await leave(page)
    await answer()
    await comeBack(page)
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
    await expectValues(page, empty)

    await leave(page)
    await comeBack(page)
    expect(await page.getByRole('status').textContent()).toBe('')
    await expectValues(page, empty)
  })

  test('goes on with it when it has not been answered by then', async () => {
    const page = await openForm(site)
    const answer = await send(page, somebody())
    await leave(page)
    await comeBack(page)
    await page.getByRole('button', { name: form.submitting }).waitFor()
    await answer()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
    await expectValues(page, empty)
  })

  test('does not bring back what filled the trap and was refused for it', async () => {
    const page = await openForm(site, { expected: [FAILED_NOTE] })
    await fillForm(page, somebody())
    await page.locator(`input[name=${HONEYPOT}]`).fill('a\tb')
    await submit(page).click()
    await page.getByRole('alert').getByText(FIELDS[HONEYPOT].sentence).waitFor()
    await leave(page)
    await comeBack(page)
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('says so when it was refused, and has lost nothing', async () => {
    const page = await openForm(site, { expected: [FAILED_NOTE] })
    const person = somebody({ email: 'ada@xn--a.com' })
    const answer = await send(page, person)
    await leave(page)
    await answer()
    await comeBack(page)
    await page.getByRole('alert').getByText('Error', { exact: true }).waitFor()
    await expectValues(page, person)
    expect(await field(page, 'email').getAttribute('aria-invalid')).toBe('true')
  })
})
