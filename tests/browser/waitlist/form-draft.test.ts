import type { Page } from '@playwright/test'
import { form, notices } from '../../../web/content/waitlist.ts'
import { newPerson } from '../../support/people.ts'
import { fillForm, openForm, submit, valuesOf } from '../support/form.ts'
import { expect, test } from '../support/test.ts'

test.describe('a waitlist form that is left for another page', () => {
  const leave = async (page: Page) => {
    await page.getByRole('link', { name: form.privacy.link }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  }
  const comeBack = async (page: Page) => {
    await page.goBack()
    await expect(page.getByRole('heading', { name: form.title })).toBeVisible()
  }

  test('has its values when the visitor comes back from another page, and can be sent', async ({
    open,
  }) => {
    const page = await openForm(open)
    const person = newPerson()
    await fillForm(page, person)
    await leave(page)
    await comeBack(page)
    expect(await valuesOf(page)).toEqual(person)
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  })
})
