import { describe, expect, test } from 'vitest'
import { FIELDS, HONEYPOT } from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import { notices } from '../../web/content/waitlist.ts'
import { FAILED_NOTE, field, fillForm, openForm, submit } from '../support/form.ts'
import { gate } from '../support/gate.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { hydrated } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

describe('the fields of the waitlist form', () => {
  const site = useSite()

  test.each([
    ['first_name', 'A', 'Min 2 chars'],
    ['last_name', '  B  ', 'Min 2 chars'],
    ['email', 'ada@localhost', 'Invalid email'],
  ] as const)('%s says at once what is wrong with %j', async (name, value, message) => {
    const page = await openForm(site)
    await field(page, name).fill(value)
    await page.getByText(message).waitFor()
    expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
    const described = await field(page, name).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(message)
    // announced, although the focus may be in the next field by then (WCAG 4.1.3)
    expect(await page.locator(`[aria-live=polite] > [id="${described}"]`).count()).toBe(1)
  })

  test('a role that was chosen and taken back is asked for', async () => {
    const page = await openForm(site)
    await field(page, 'role').selectOption('designer')
    await field(page, 'role').selectOption('')
    await page.getByText('Select a role').waitFor()
  })

  test('offers the six roles in a native select', async () => {
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

  test('the button waits for a valid form', async () => {
    const page = await openForm(site)
    expect(await submit(page).isDisabled()).toBe(true)
    await fillForm(page, { ...somebody(), company: '' })
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    await field(page, 'email').fill('not an address')
    await expect.poll(() => submit(page).isDisabled()).toBe(true)
  })

  test('the button never looks ready in a form that is come to from another page', async () => {
    const page = await site.open(paths.privacy)
    await hydrated(page)
    const seen = page.evaluate(
      () =>
        new Promise((resolve) => {
          new MutationObserver((_, watching) => {
            const button = document.querySelector<HTMLButtonElement>('form button[type=submit]')
            if (!button) return
            watching.disconnect()
            resolve([button.disabled, button.form?.noValidate])
          }).observe(document.body, { childList: true, subtree: true })
        }),
    )
    await page.locator(`header a[href="${paths.waitlist}"]`).first().click()
    expect(await seen).toEqual([true, true])
  })

  test('knows that it is valid when a password manager fills in everything at once', async () => {
    const page = await openForm(site)
    await page.locator('form[action]').evaluate((element: HTMLFormElement, values) => {
      for (const [name, value] of Object.entries(values)) {
        const control = element.elements.namedItem(name) as HTMLInputElement
        const { set } =
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
        // as if the visitor did it: React does not hear of what scripts assign
        set?.call(control, value)
        control.dispatchEvent(new Event('input', { bubbles: true }))
        control.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }, bodyOf(somebody()))
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
  })

  test('is not taken for valid before what checks it is there', async () => {
    const page = await openForm(site)
    const rules = gate()
    await page.route('**/*.js', async (route) => {
      await rules.opened
      await route.continue()
    })
    const asked = page.waitForRequest('**/*.js')
    await fillForm(page, { ...somebody(), email: 'ada@localhost' })
    await asked
    expect(await submit(page).isDisabled()).toBe(true)
    rules.open()
    await page.getByText('Invalid email').waitFor()
    await field(page, 'email').fill('ada@example.com')
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
  })

  test('asks for what checks it as soon as it has the focus', async () => {
    const page = await openForm(site)
    const asked = page.waitForRequest('**/*.js')
    await field(page, 'first_name').focus()
    await asked
  })

  test('can be sent although what checks it cannot be fetched', async () => {
    const page = await openForm(site, { expected: [FAILED_NOTE] })
    await page.route('**/*.js', (route) => route.abort())
    await fillForm(page, somebody())
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('waits for what is missing although what checks the rest cannot be fetched', async () => {
    const page = await openForm(site, { expected: [FAILED_NOTE] })
    await page.route('**/*.js', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await field(page, 'first_name').fill('Ada')
    await failed
    await page.waitForLoadState('networkidle')
    expect(await submit(page).isDisabled()).toBe(true)
  })

  test('what fills the trap, whatever it is, holds nobody up for longer than one answer', async () => {
    const page = await openForm(site, { expected: [FAILED_NOTE] })
    await fillForm(page, somebody())
    await page.locator(`input[name=${HONEYPOT}]`).fill('a\tb'.repeat(1000))
    await page.waitForLoadState('networkidle')
    await submit(page).click()
    await page.getByRole('alert').getByText(FIELDS[HONEYPOT].sentence).waitFor()
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('say what a browser may fill in, and how long it has to be', async () => {
    const page = await openForm(site)
    for (const [name, token] of [
      ['first_name', 'given-name'],
      ['last_name', 'family-name'],
      ['email', 'email'],
      ['company', 'organization'],
    ] as const) {
      expect(await field(page, name).getAttribute('autocomplete'), name).toBe(token)
    }
    for (const name of ['first_name', 'last_name'] as const) {
      const { minLength } = FIELDS[name]
      expect(await field(page, name).getAttribute('minlength'), name).toBe(`${minLength}`)
    }
  })

  test('neither people nor password managers can reach the trap', async () => {
    const page = await openForm(site)
    const trap = page.locator(`input[name=${HONEYPOT}]`)
    expect(await trap.getAttribute('tabindex')).toBe('-1')
    expect(await trap.getAttribute('autocomplete')).toBe('off')
    // 1Password, Bitwarden, LastPass and Dashlane, each by the name that it goes by
    for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type']) {
      expect(await trap.getAttribute(name), name).not.toBe(null)
    }
    const box = await trap.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
    expect(await page.getByRole('textbox', { name: FIELDS[HONEYPOT].label }).count()).toBe(0)
  })
})
