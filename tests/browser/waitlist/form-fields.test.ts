import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { FIELDS, HONEYPOT } from '../../../contract/waitlist.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { expectProblems } from '../../support/browser-page.ts'
import { test } from '../../support/fixtures/browser.ts'
import { FAILED_NOTE, field, fillForm, openForm, submit } from '../../support/form.ts'
import { holdScripts } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'

describe('the fields of the waitlist form', () => {
  const failRules = async (page: Page) => {
    expectProblems(page, FAILED_NOTE)
    await page.route('**/*.js', (route) => route.abort())
  }

  test.for([
    ['first_name', 'A', FIELDS.first_name.messages.tooShort],
    ['last_name', '  B  ', FIELDS.last_name.messages.tooShort],
    ['email', 'ada@localhost', FIELDS.email.messages.malformed],
  ] as const)(
    '%s with the value %j shows its message at once',
    async ([name, value, message], { open }) => {
      const page = await openForm(open)
      await field(page, name).fill(value)
      await page.getByText(message).waitFor()
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
      const described = await field(page, name).getAttribute('aria-describedby')
      expect(await page.locator(`[id="${described}"]`).textContent()).toBe(message)
      // Announced even when the focus is in the next field by then (WCAG 4.1.3).
      expect(await page.locator(`[aria-live=polite] > [id="${described}"]`).count()).toBe(1)
    },
  )

  test('a choice is a native select with its placeholder and its options', async ({ open }) => {
    const page = await openForm(open)
    const { placeholder, options } = FIELDS.role
    expect(await field(page, 'role').locator('option').allTextContents()).toEqual([
      placeholder,
      ...options.map(({ label }) => label),
    ])
  })

  test('the button is disabled until the form is valid', async ({ open }) => {
    const page = await openForm(open)
    expect(await submit(page).isDisabled()).toBe(true)
    await fillForm(page, { ...newPerson(), company: '' })
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    await field(page, 'email').fill('not an address')
    await expect.poll(() => submit(page).isDisabled()).toBe(true)
  })

  test('the button stays disabled while the rules are being fetched', async ({ open }) => {
    const page = await openForm(open)
    const rules = await holdScripts(page)
    const requested = page.waitForRequest('**/*.js')
    await fillForm(page, { ...newPerson(), email: 'ada@localhost' })
    await requested
    expect(await submit(page).isDisabled()).toBe(true)
    rules.open()
    await page.getByText(FIELDS.email.messages.malformed).waitFor()
    await field(page, 'email').fill('ada@example.com')
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
  })

  test('the form can be sent when the rules cannot be fetched, and the API judges it', async ({
    open,
  }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    await failRules(page)
    await fillForm(page, { ...newPerson(), email: 'ada@localhost' })
    await submit(page).click()
    await page.getByText(FIELDS.email.messages.malformed).waitFor()
    await field(page, 'email').fill('ada@example.com')
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
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
    await page.getByRole('alert').getByText(FIELDS[HONEYPOT].sentence).waitFor()
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('neither people nor password managers can reach the honeypot', async ({ open }) => {
    const page = await openForm(open)
    const honeypot = page.locator(`input[name=${HONEYPOT}]`)
    expect(await honeypot.getAttribute('tabindex')).toBe('-1')
    expect(await honeypot.getAttribute('autocomplete')).toBe('off')
    // 1Password, Bitwarden, LastPass and Dashlane
    for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type']) {
      expect(await honeypot.getAttribute(name), name).not.toBe(null)
    }
    const box = await honeypot.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
    expect(await page.getByRole('textbox', { name: FIELDS[HONEYPOT].label }).count()).toBe(0)
  })
})
