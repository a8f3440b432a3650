// Guards form-keeps-answers.

import type { Page } from '@playwright/test'
import type { WaitlistForm } from '../../../contract/waitlist.ts'
import { form, nextStep, notices } from '../../../web/content/waitlist.ts'
import { EMPTY, toBody } from '../../../web/waitlist/values.ts'
import { expect, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import {
  FAILED_NOTE,
  field,
  fillForm,
  formHydrated,
  openForm,
  SIGNUPS,
  submit,
  valuesOf,
} from '../../support/form.ts'
import { gate } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'

test.describe('a waitlist form that is left for another page', () => {
  const leave = async (page: Page) => {
    await page.getByRole('link', { name: form.privacy.link }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  }
  const comeBack = async (page: Page) => {
    await page.goBack()
    await expect(page.getByRole('heading', { name: form.title })).toBeVisible()
  }
  const expectValues = async (page: Page, person: WaitlistForm) => {
    expect(await valuesOf(page)).toEqual(person)
  }

  /** Sends the form and returns a function that lets the response in. */
  async function send(page: Page, person: WaitlistForm) {
    const sending = gate()
    await page.route(SIGNUPS, async (route) => {
      await sending.opened
      await route.continue()
    })
    await fillForm(page, person)
    await submit(page).click()
    await expect(page.getByRole('button', { name: form.submitting })).toBeVisible()
    return async () => {
      const answered = page.waitForResponse(SIGNUPS)
      sending.open()
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
    await expectValues(page, person)
    await page.goto('/robots.txt')
    await comeBack(page)
    await formHydrated(page)
    await expectValues(page, person)
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  })

  test('is still being sent when the visitor comes back, and shows its outcome once, whole, if it arrives meanwhile', async ({
    open,
  }) => {
    const page = await openForm(open)
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
    await expectValues(page, toBody(EMPTY))

    await leave(page)
    await comeBack(page)
    await expect(notice).toHaveText('')
    await expectValues(page, toBody(EMPTY))
  })

  test('comes back with the refusal and its values', async ({ open }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    const person = newPerson({ email: 'ada@xn--a.com' })
    const letResponseIn = await send(page, person)
    await leave(page)
    await letResponseIn()
    await comeBack(page)
    await expect(page.getByRole('alert').getByText('Error', { exact: true })).toBeVisible()
    await expectValues(page, person)
    await expect(field(page, 'email')).toHaveAttribute('aria-invalid', 'true')
  })
})
