import type { Locator } from '@playwright/test'
import { describe, expect } from 'vitest'
import {
  FIELDS,
  messagesOf,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../contract/waitlist.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { type Open, test } from '../../support/fixtures/browser.ts'
import { failRequests, field, fillForm, openForm, submit } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'
import { PHONE } from '../../support/site.ts'

const FIRST = QUESTION_NAMES[0] as QuestionName
const LAST = QUESTION_NAMES.at(-1) as QuestionName

/** Expects the whole element in the window and clear of the header. Browsers scroll by whole pixels. */
const expectSeen = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((seen) => {
        const { top, bottom } = seen.getBoundingClientRect()
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        return top >= header && bottom > top && Math.floor(bottom) <= window.innerHeight
      }),
    )
    .toBe(true)

describe('after the waitlist form is sent', () => {
  describe.each([
    ['a phone', PHONE],
    ['a laptop', { width: 1280, height: 720 }],
  ])('on %s', (_, viewport) => {
    const join = async (open: Open, response: { status: number; json: object }) => {
      const page = await openForm(open, { viewport })
      await failRequests(page, response)
      await fillForm(page, newPerson())
      await submit(page).evaluate((button) => button.scrollIntoView({ block: 'center' }))
      await submit(page).click()
      return page
    }

    test('the success notice is in view and focused, and dismissing it focuses the heading', async ({
      open,
    }) => {
      const page = await join(open, { status: 201, json: { status: 'joined' } })
      const welcome = page.getByRole('status')
      await welcome.getByText(notices.joined.title).waitFor()
      await expectSeen(welcome)
      expect(await page.locator(':focus').textContent()).toContain(notices.joined.text)

      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => welcome.textContent()).toBe('')
      const heading = page.getByRole('heading', { name: form.title })
      await expectSeen(heading)
      expect(await page.locator(':focus').textContent()).toBe(form.title)
      await page.keyboard.press('Tab')
      expect(await page.locator(':focus').getAttribute('id')).toBe(FIRST)
    })

    test('a failure notice is in view and focused', async ({ open }) => {
      const page = await join(open, { status: 503, json: { error: 'Busy.' } })
      const alert = page.getByRole('alert')
      await alert.getByText('Busy.').waitFor()
      await expectSeen(alert)
      expect(await page.locator(':focus').textContent()).toContain('Busy.')
    })

    test.for([FIRST, LAST])(
      '%s is in view and focused when the API refuses it',
      async (name, { open }) => {
        const fields = { [name]: messagesOf(FIELDS[name]).tooShort }
        const page = await join(open, { status: 400, json: { error: 'Please check.', fields } })
        const alert = page.getByRole('alert')
        await alert.getByText('Please check.').waitFor()
        await expectSeen(field(page, name))
        expect(await page.locator(':focus').getAttribute('id')).toBe(name)
        // The last field of a long form and the alert above the form may not fit together.
        if (name === FIRST) await expectSeen(alert)
      },
    )
  })

  test('a field that the API refuses is marked until it is changed, and focused', async ({
    open,
  }) => {
    const { malformed } = FIELDS.email.messages
    const page = await openForm(open)
    await failRequests(page, {
      status: 400,
      json: { error: 'Please check.', code: 'EMAIL_INVALID', fields: { email: malformed } },
    })
    await fillForm(page, newPerson())
    await submit(page).click()
    await page.getByText(malformed).waitFor()
    expect(await field(page, 'email').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
    await field(page, 'email').fill('other@example.com')
    await expect.poll(() => field(page, 'email').getAttribute('aria-invalid')).toBe(null)
  })

  test('no emptied field is marked after sending with Enter', async ({ open }) => {
    const page = await openForm(open)
    await fillForm(page, newPerson())
    await field(page, 'email').press('Enter')
    await expect.poll(() => page.locator(':focus').textContent()).toContain(notices.joined.text)
    expect(await field(page, 'email').inputValue()).toBe('')
    expect(await page.locator('[aria-invalid]').count()).toBe(0)
  })

  test('the live regions are in the page before there is a notice', async ({ open }) => {
    const page = await openForm(open)
    for (const role of ['status', 'alert'] as const) {
      expect(await page.getByRole(role).count(), role).toBe(1)
    }
  })
})
