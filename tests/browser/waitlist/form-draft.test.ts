// Guards form-keeps-answers.

import type { Page } from '@playwright/test'
import type { WaitlistForm } from '../../../contract/waitlist.ts'
import { form, nextStep, notices } from '../../../web/content/waitlist.ts'
import { EMPTY, toBody } from '../../../web/waitlist/values.ts'
import { newPerson } from '../../support/people.ts'
import {
  FAILED_NOTE,
  field,
  fillForm,
  formHydrated,
  openForm,
  SIGNUPS,
  submit,
  valuesOf,
} from '../support/form.ts'
import { expect, test } from '../support/test.ts'
import { expectProblems } from '../support/watch.ts'

test.describe('a waitlist form that is left for another page', () => {
  const leave = async (page: Page) => {
    await page.getByRole('link', { name: form.privacy.link }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  }
  const comeBack = async (page: Page) => {
    await page.goBack()
    await expect(page.getByRole('heading', { name: form.title })).toBeVisible()
  }

  /** Sends the form and returns a function that lets the response in. */
  async function send(page: Page, person: WaitlistForm) {
    const sending = Promise.withResolvers<void>()
    await page.route(SIGNUPS, async (route) => {
      await sending.promise
      await route.continue()
    })
    await fillForm(page, person)
    await submit(page).click()
    await expect(page.getByRole('button', { name: form.submitting })).toBeVisible()
    return async () => {
      const answered = page.waitForResponse(SIGNUPS)
      sending.resolve()
      await answered
    }
  }

  test('has its values when the visitor comes back from another page or from a document without our scripts, and can be sent', async ({
    open,
  }) => {
    const page = await openForm(open)
    const person = newPerson()
    await fillForm(page, person)
    await leave(page)
    await comeBack(page)
    expect(await valuesOf(page)).toEqual(person)
    await page.goto('/robots.txt')
    await comeBack(page)
    await formHydrated(page)
    expect(await valuesOf(page)).toEqual(person)
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  })

  test('comes back with a refusal and its values, is still being sent when the visitor comes back, and shows its success once, whole', async ({
    open,
  }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    const refused = newPerson({ email: 'ada@xn--a.com' })
    const letRefusalIn = await send(page, refused)
    await leave(page)
    await letRefusalIn()
    await comeBack(page)
    await expect(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible()
    expect(await valuesOf(page)).toEqual(refused)
    await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true')

    const person = newPerson()
    const letResponseIn = await send(page, person)
    await leave(page)
    await comeBack(page)
    await expect(page.getByRole('button', { name: form.submitting })).toBeVisible()
    await leave(page)
    await letResponseIn()
    await comeBack(page)
    const notice = page.getByRole('status')
    await expect(notice.getByText(notices.joined.title)).toBeVisible()
    await expect(notice.getByText(`${nextStep.sent} ${person.email}.`)).toBeVisible()
    await expect(page.getByRole('button', { name: nextStep.resend })).toBeVisible()
    expect(await valuesOf(page)).toEqual(toBody(EMPTY))

    await leave(page)
    await comeBack(page)
    await expect(notice).toHaveText('')
    expect(await valuesOf(page)).toEqual(toBody(EMPTY))
  })
})
