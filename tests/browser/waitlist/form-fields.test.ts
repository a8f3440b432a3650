// Guards form-mistakes.

import type { Page } from '@playwright/test'
import { FIELDS, HONEYPOT } from '../../../contract/waitlist.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { expect, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import { FAILED_NOTE, field, fillForm, openForm, submit } from '../../support/form.ts'
import { holdScripts } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'

test.describe('the fields of the waitlist form', () => {
  const failRules = async (page: Page) => {
    expectProblems(page, FAILED_NOTE)
    await page.route('**/*.js', (route) => route.abort())
  }

  test('each mistake is reported at once beside its field, and the button is disabled until there is none', async ({
    open,
  }) => {
    const page = await openForm(open)
    await expect(submit(page)).toBeDisabled()
    for (const [name, value, message] of [
      ['first_name', 'A', FIELDS.first_name.messages.tooShort],
      ['last_name', '  B  ', FIELDS.last_name.messages.tooShort],
      ['email', 'ada@localhost', FIELDS.email.messages.malformed],
    ] as const) {
      await fillForm(page, { ...newPerson(), company: '' })
      await expect(submit(page)).toBeEnabled()
      await field(page, name).fill(value)
      await expect(page.getByText(message)).toBeVisible()
      await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
      const described = await field(page, name).getAttribute('aria-describedby')
      await expect(page.locator(`[id="${described}"]`)).toHaveText(message)
      // Announced even when the focus is in the next field by then (WCAG 4.1.3).
      await expect(page.locator(`[aria-live=polite] > [id="${described}"]`)).toHaveCount(1)
      await expect(submit(page)).toBeDisabled()
    }
  })

  test('the button stays disabled while the rules are being fetched', async ({ open }) => {
    const page = await openForm(open)
    const rules = await holdScripts(page)
    const requested = page.waitForRequest('**/*.js')
    await fillForm(page, { ...newPerson(), email: 'ada@localhost' })
    await requested
    await expect(submit(page)).toBeDisabled()
    rules.open()
    await expect(page.getByText(FIELDS.email.messages.malformed)).toBeVisible()
    await field(page, 'email').fill('ada@example.com')
    await expect(submit(page)).toBeEnabled()
  })

  test('the form can be sent when the rules cannot be fetched, and the API judges it', async ({
    open,
  }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    await failRules(page)
    await fillForm(page, { ...newPerson(), email: 'ada@localhost' })
    await submit(page).click()
    await expect(page.getByText(FIELDS.email.messages.malformed)).toBeVisible()
    await field(page, 'email').fill('ada@example.com')
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  })

  test('a honeypot that the browser has filled in blocks only the first attempt', async ({
    open,
  }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    await fillForm(page, newPerson())
    await page.locator(`input[name=${HONEYPOT}]`).fill('a\tb'.repeat(1000))
    await page.waitForLoadState('networkidle')
    await submit(page).click()
    await expect(page.getByRole('alert').getByText(FIELDS[HONEYPOT].sentence)).toBeVisible()
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  })

  test('neither people nor password managers can reach the honeypot', async ({ open }) => {
    const page = await openForm(open)
    const honeypot = page.locator(`input[name=${HONEYPOT}]`)
    await expect(honeypot).toHaveAttribute('tabindex', '-1')
    await expect(honeypot).toHaveAttribute('autocomplete', 'off')
    // 1Password, Bitwarden, LastPass and Dashlane
    for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type']) {
      await expect(honeypot, name).toHaveAttribute(name)
    }
    const box = await honeypot.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
    await expect(page.getByRole('textbox', { name: FIELDS[HONEYPOT].label })).toHaveCount(0)
  })
})
