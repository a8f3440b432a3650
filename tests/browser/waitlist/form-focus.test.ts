// Guards form-mistakes.

import type { Locator } from '@playwright/test'
import {
  FIELDS,
  messagesOf,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../contract/waitlist.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { expect, test } from '../../support/browser/test.ts'
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

test.describe('after the waitlist form is sent', () => {
  test('what follows is in view and focused on a phone: a failure, a refused field, the success, and the heading after it', async ({
    open,
  }) => {
    const page = await openForm(open, { viewport: PHONE })
    await fillForm(page, newPerson())
    const send = async (response: { status: number; json: object }) => {
      await failRequests(page, response)
      await submit(page).evaluate((button) => button.scrollIntoView({ block: 'center' }))
      await submit(page).click()
    }
    const alert = page.getByRole('alert')
    await send({ status: 503, json: { error: 'Busy.' } })
    await expect(alert.getByText('Busy.')).toBeVisible()
    await expectSeen(alert)
    await expect(page.locator(':focus')).toContainText('Busy.')

    for (const name of [FIRST, LAST]) {
      const error = `Please check ${name}.`
      const fields = { [name]: messagesOf(FIELDS[name]).tooShort }
      await send({ status: 400, json: { error, fields } })
      await expect(alert.getByText(error)).toBeVisible()
      await expectSeen(field(page, name))
      await expect(field(page, name)).toBeFocused()
      // The last field of a long form and the alert above the form may not fit together.
      if (name === FIRST) await expectSeen(alert)
    }

    await send({ status: 201, json: { status: 'joined' } })
    const welcome = page.getByRole('status')
    await expect(welcome.getByText(notices.joined.title)).toBeVisible()
    await expectSeen(welcome)
    await expect(page.locator(':focus')).toContainText(notices.joined.text)

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(welcome).toHaveText('')
    const heading = page.getByRole('heading', { name: form.title })
    await expectSeen(heading)
    await expect(heading).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(field(page, FIRST)).toBeFocused()
  })
})
