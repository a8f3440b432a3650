// Guards form-mistakes.

import type { Page } from '@playwright/test'
import { form, notices } from '../../../web/content/waitlist.ts'
import { expect, test } from '../../support/browser/test.ts'
import { field, fillForm, openForm, submit } from '../../support/form.ts'
import { newPerson } from '../../support/people.ts'

test.describe('an email address that looks mistyped', () => {
  const accept = (page: Page) => page.getByRole('button', { name: form.suggestion.accept })

  test('gets a suggestion, which the keyboard can accept', async ({ open }) => {
    const page = await openForm(open)
    await field(page, 'email').click()
    await page.keyboard.type('anna@gmial.com')
    await expect(accept(page)).toBeVisible()
    // The live region is in the page before its content, so that screen readers announce it.
    const region = page.locator('[aria-live=polite]').filter({ has: accept(page) })
    await expect(region).toHaveText('Did you mean anna@gmail.com? Use this address')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(accept(page)).toHaveCount(0)
    await expect(field(page, 'email')).toHaveValue('anna@gmail.com')
    await expect(field(page, 'email')).toBeFocused()
  })

  test('gets its suggestion after typing has paused, none once it is right, and can be sent unchanged', async ({
    app,
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
    await expect(accept(page)).toBeVisible()
    const pause = await page.locator('body').getAttribute('data-pause')
    expect(Number(pause)).toBeGreaterThan(350)
    await field(page, 'email').press('m')
    await expect(accept(page)).toHaveCount(0)

    const person = newPerson({ email: `anna.${process.pid}@gmial.com` })
    await fillForm(page, person)
    await expect(accept(page)).toBeVisible()
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
    const rows = (await app.people()).filter(({ email }) => email === person.email)
    expect(rows).toHaveLength(1)
  })
})
