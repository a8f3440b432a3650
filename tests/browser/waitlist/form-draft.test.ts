import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { FIELDS, HONEYPOT, type WaitlistForm } from '../../../contract/waitlist.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { EMPTY, toBody } from '../../../web/waitlist/values.ts'
import { expectProblems } from '../../support/browser-page.ts'
import { test } from '../../support/fixtures/browser.ts'
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

describe('a waitlist form that is left for another page', () => {
  const leave = async (page: Page) => {
    await page.getByRole('link', { name: form.privacy.link }).click()
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor()
  }
  const comeBack = async (page: Page) => {
    await page.goBack()
    await page.getByRole('heading', { name: form.title }).waitFor()
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
    await page.getByRole('button', { name: form.submitting }).waitFor()
    return async () => {
      const answered = page.waitForResponse(SIGNUPS)
      sending.open()
      await answered
    }
  }

  test('has its values when the visitor comes back, and can be sent', async ({ open }) => {
    const page = await openForm(open)
    const person = newPerson()
    await fillForm(page, person)
    await leave(page)
    await comeBack(page)
    await expectValues(page, person)
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('has its values when the visitor comes back from a document without our scripts', async ({
    open,
  }) => {
    const page = await openForm(open)
    const person = newPerson()
    await fillForm(page, person)
    await page.goto(new URL('/robots.txt', page.url()).href)
    await comeBack(page)
    await formHydrated(page)
    await expectValues(page, person)
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('shows its outcome once when the visitor comes back', async ({ open }) => {
    const page = await openForm(open)
    const letResponseIn = await send(page, newPerson())
    await leave(page)
    await letResponseIn()
    await comeBack(page)
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
    await expectValues(page, toBody(EMPTY))

    await leave(page)
    await comeBack(page)
    expect(await page.getByRole('status').textContent()).toBe('')
    await expectValues(page, toBody(EMPTY))
  })

  test('is still being sent when the visitor comes back before the response', async ({ open }) => {
    const page = await openForm(open)
    const letResponseIn = await send(page, newPerson())
    await leave(page)
    await comeBack(page)
    await page.getByRole('button', { name: form.submitting }).waitFor()
    await letResponseIn()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
    await expectValues(page, toBody(EMPTY))
  })

  test('comes back without the honeypot value that was refused', async ({ open }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    await fillForm(page, newPerson())
    await page.locator(`input[name=${HONEYPOT}]`).fill('a\tb')
    await submit(page).click()
    await page.getByRole('alert').getByText(FIELDS[HONEYPOT].sentence).waitFor()
    await leave(page)
    await comeBack(page)
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('comes back with the refusal and its values', async ({ open }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    const person = newPerson({ email: 'ada@xn--a.com' })
    const letResponseIn = await send(page, person)
    await leave(page)
    await letResponseIn()
    await comeBack(page)
    await page.getByRole('alert').getByText('Error', { exact: true }).waitFor()
    await expectValues(page, person)
    expect(await field(page, 'email').getAttribute('aria-invalid')).toBe('true')
  })
})
