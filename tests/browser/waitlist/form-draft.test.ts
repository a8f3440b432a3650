import { pageMeta } from '../../../web/app/head.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { newPerson } from '../../support/people.ts'
import { fillForm, openForm, submit, valuesOf } from '../support/form.ts'
import { expect, test } from '../support/test.ts'

test('the form keeps its values while the visitor is on another page', async ({ open }) => {
  const page = await openForm(open)
  const person = newPerson()
  await fillForm(page, person)
  await page.getByRole('link', { name: form.privacy.link }).click()
  await expect(page).toHaveTitle(pageMeta('/privacy').title)
  await page.goBack()
  await expect(page.getByRole('heading', { name: form.title })).toBeVisible()
  expect(await valuesOf(page)).toEqual(person)
  await submit(page).click()
  await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
})
