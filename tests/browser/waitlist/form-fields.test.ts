import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { FIELDS, HONEYPOT } from '../../../api/contract/waitlist.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { expectProblems } from '../../support/browser-page.ts'
import { FAILED_NOTE, field, fillForm, openForm, submit } from '../../support/form.ts'
import { gate } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'
import { useSite } from '../../support/site.ts'

describe('the fields of the waitlist form', () => {
  const site = useSite()

  const failRules = async (page: Page) => {
    expectProblems(page, FAILED_NOTE)
    await page.route('**/*.js', (route) => route.abort())
  }

  test.each([
    ['first_name', 'A', 'Min 2 chars'],
    ['last_name', '  B  ', 'Min 2 chars'],
    ['email', 'ada@localhost', 'Invalid email'],
  ] as const)('%s with the value %j shows its message at once', async (name, value, message) => {
    const page = await openForm(site)
    await field(page, name).fill(value)
    await page.getByText(message).waitFor()
    expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
    const described = await field(page, name).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(message)
    // Announced even when the focus is in the next field by then (WCAG 4.1.3).
    expect(await page.locator(`[aria-live=polite] > [id="${described}"]`).count()).toBe(1)
  })

  test('the role is a native select with the six options of the specification', async () => {
    const page = await openForm(site)
    const labels = await field(page, 'role').locator('option').allTextContents()
    expect(labels.slice(1)).toEqual([
      'Entrepreneur',
      'Designer',
      'Marketer',
      'Agency Owner',
      'Freelancer',
      'Other',
    ])
  })

  test('the button is disabled until the form is valid', async () => {
    const page = await openForm(site)
    expect(await submit(page).isDisabled()).toBe(true)
    await fillForm(page, { ...newPerson(), company: '' })
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    await field(page, 'email').fill('not an address')
    await expect.poll(() => submit(page).isDisabled()).toBe(true)
  })

  test('the button stays disabled while the rules are being fetched', async () => {
    const page = await openForm(site)
    const rules = gate()
    await page.route('**/*.js', async (route) => {
      await rules.opened
      await route.continue()
    })
    const requested = page.waitForRequest('**/*.js')
    await fillForm(page, { ...newPerson(), email: 'ada@localhost' })
    await requested
    expect(await submit(page).isDisabled()).toBe(true)
    rules.open()
    await page.getByText('Invalid email').waitFor()
    await field(page, 'email').fill('ada@example.com')
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
  })

  test('the form can be sent when the rules cannot be fetched', async () => {
    const page = await openForm(site)
    await failRules(page)
    await field(page, 'first_name').fill('Ada')
    await page.waitForLoadState('networkidle')
    expect(await submit(page).isDisabled(), 'required fields are still required').toBe(true)
    await fillForm(page, newPerson())
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('a honeypot that the browser has filled in blocks only the first attempt', async () => {
    const page = await openForm(site)
    expectProblems(page, FAILED_NOTE)
    await fillForm(page, newPerson())
    await page.locator(`input[name=${HONEYPOT}]`).fill('a\tb'.repeat(1000))
    await page.waitForLoadState('networkidle')
    await submit(page).click()
    await page.getByRole('alert').getByText(FIELDS[HONEYPOT].sentence).waitFor()
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('neither people nor password managers can reach the honeypot', async () => {
    const page = await openForm(site)
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
