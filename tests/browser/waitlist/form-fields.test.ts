import type { Locator } from '@playwright/test'
import {
  FIELDS,
  HONEYPOT,
  messagesOf,
  NO_LINK,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../contract/waitlist.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { newPerson, UNANSWERED } from '../../support/people.ts'
import { PHONE } from '../../support/site.ts'
import { violations } from '../support/axe.ts'
import { FAILED_NOTE, failRequests, field, fillForm, openForm, submit } from '../support/form.ts'
import { expect, test } from '../support/test.ts'
import { expectProblems } from '../support/watch.ts'

const FIRST = QUESTION_NAMES[0] as QuestionName
const LAST = QUESTION_NAMES.at(-1) as QuestionName

/** Expects the whole element to be in the window and clear of the header. Browsers scroll by whole pixels. */
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

test.describe('the fields of the waitlist form', () => {
  test('each mistake is reported immediately next to its field', async ({ open }) => {
    const page = await openForm(open)
    for (const name of QUESTION_NAMES) await field(page, name).focus()
    await field(page, 'email').fill('nowhere')
    const required = QUESTION_NAMES.filter((name) => FIELDS[name].required)
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(required.length)
    expect(await violations(page)).toEqual([])
    await expect(submit(page)).toBeDisabled()
    for (const [name, value, message] of [
      ['first_name', 'A', FIELDS.first_name.messages.tooShort],
      ['last_name', '  B  ', FIELDS.last_name.messages.tooShort],
      ['last_name', 'www.kiln', NO_LINK.message],
      ['email', 'ada@localhost', FIELDS.email.messages.malformed],
    ] as const) {
      await fillForm(page, newPerson(UNANSWERED))
      await expect(submit(page)).toBeEnabled()
      await field(page, name).fill(value)
      await expect(page.getByText(message)).toBeVisible()
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
      const described = await field(page, name).getAttribute('aria-describedby')
      await expect(page.locator(`[id="${described}"]`)).toHaveText(message)
      // Screen readers announce it even if the focus has moved to the next field by then (WCAG 4.1.3).
      await expect(page.locator(`[aria-live=polite] > [id="${described}"]`)).toHaveCount(1)
      await expect(submit(page)).toBeDisabled()
    }
  })

  test('visitors cannot reach the honeypot, and if a browser fills it in, sending the form again works', async ({
    open,
  }) => {
    const page = await openForm(open)
    const honeypot = page.locator(`input[name=${HONEYPOT}]`)
    await expect(honeypot).toHaveAttribute('tabindex', '-1')
    await expect(honeypot).toHaveAttribute('autocomplete', 'off')
    for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type']) {
      await expect(honeypot, name).toHaveAttribute(name)
    }
    const box = await honeypot.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
    await expect(page.getByRole('textbox', { name: FIELDS[HONEYPOT].label })).toHaveCount(0)

    expectProblems(page, FAILED_NOTE)
    await fillForm(page, newPerson())
    await honeypot.fill('a\tb'.repeat(1000))
    await page.waitForLoadState('networkidle')
    await submit(page).click()
    await expect(page.getByRole('alert').getByText(FIELDS[HONEYPOT].sentence)).toBeVisible()
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  })

  test('a mistyped address gets a suggestion that the visitor can accept or ignore', async ({
    app,
    open,
  }) => {
    const page = await openForm(open)
    const email = field(page, 'email')
    const { before, after } = form.suggestion
    const accept = page.getByRole('button', { name: form.suggestion.accept })
    await email.pressSequentially('anna@gmail.co')
    await expect(accept).toBeVisible()
    await email.press('m')
    await expect(accept).toHaveCount(0)

    await email.fill('anna@gmial.com')
    await expect(accept).toBeVisible()
    expect(await violations(page)).toEqual([])
    // The live region is in the page before its content, so that screen readers announce it.
    const region = page.locator('[aria-live=polite]').filter({ has: accept })
    await expect(region).toHaveText(`${before} anna@gmail.com${after} ${form.suggestion.accept}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(accept).toHaveCount(0)
    await expect(email).toHaveValue('anna@gmail.com')
    await expect(email).toBeFocused()

    const person = newPerson({ email: `anna.${process.pid}@gmial.com` })
    await fillForm(page, person)
    await expect(accept).toBeVisible()
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
    const rows = (await app.people()).filter((row) => row.email === person.email)
    expect(rows).toHaveLength(1)
  })

  test('on a phone, the response to a sent form is in view and focused', async ({ open }) => {
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
