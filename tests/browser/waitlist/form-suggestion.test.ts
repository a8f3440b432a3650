import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { form, notices } from '../../../web/content/waitlist.ts'
import { test } from '../../support/fixtures/browser.ts'
import { field, fillForm, openForm, submit } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'

describe('an email address that looks mistyped', () => {
  const accept = (page: Page) => page.getByRole('button', { name: form.suggestion.accept })

  test('gets a suggestion, which the keyboard can accept', async ({ open }) => {
    const page = await openForm(open)
    await field(page, 'email').click()
    await page.keyboard.type('anna@gmial.com')
    await accept(page).waitFor()
    // The live region is in the page before its content, so that screen readers announce it.
    const region = page.locator('[aria-live=polite]').filter({ has: accept(page) })
    expect(await region.textContent()).toBe('Did you mean anna@gmail.com? Use this address')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await accept(page).waitFor({ state: 'detached' })
    expect(await field(page, 'email').inputValue()).toBe('anna@gmail.com')
    expect(await page.locator(':focus').getAttribute('id')).toBe('email')
  })

  test('can be sent unchanged', async ({ app, open }) => {
    const page = await openForm(open)
    const person = { ...newPerson(), email: `anna.${process.pid}@gmial.com` }
    await fillForm(page, person)
    await accept(page).waitFor()
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
    const rows = (await app.people()).filter(({ email }) => email === person.email)
    expect(rows).toHaveLength(1)
  })

  test('gets its suggestion after typing has paused, and none once it is right', async ({
    open,
  }) => {
    const page = await openForm(open)
    await page.evaluate(() => {
      let typed = 0
      addEventListener('input', () => (typed = performance.now()), true)
      new MutationObserver(() => {
        if (!document.querySelector('[aria-live] button')) return
        document.body.dataset['pause'] ??= String(performance.now() - typed)
      }).observe(document.body, { childList: true, subtree: true })
    })
    await field(page, 'email').pressSequentially('anna@gmail.co')
    await accept(page).waitFor()
    const pause = await page.locator('body').getAttribute('data-pause')
    expect(Number(pause)).toBeGreaterThan(350)
    await field(page, 'email').press('m')
    await accept(page).waitFor({ state: 'detached' })
  })
})
