// Guards form-keeps-answers, form-tries-again.

import { FIELDS, QUESTION_NAMES, WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { expect, test } from '../../support/browser/test.ts'
import { expectProblems } from '../../support/browser/watch.ts'
import {
  FAILED_NOTE,
  failRequests,
  field,
  fillForm,
  openForm,
  SIGNUPS,
  skipPauses,
  submit,
  valuesOf,
} from '../../support/form.ts'
import { gate } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'

/** Runs in the page: records the timeout of a request and replaces it with a short one. */
function shortenTimeout(): void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (limit) => {
    Object.assign(window, { limit })
    return timeout.call(AbortSignal, 50)
  }
}

test.describe('a waitlist form that is sent', () => {
  test('says so while it is sent, then shows the success notice and empty fields', async ({
    open,
  }) => {
    const page = await openForm(open)
    const sending = gate()
    await page.route(SIGNUPS, async (route) => {
      await sending.opened
      await route.continue()
    })
    const person = newPerson()
    await fillForm(page, person)
    await submit(page).click()
    await expect(page.getByRole('button', { name: form.submitting })).toBeVisible()
    // A change would be lost when the form is emptied.
    await field(page, 'email').pressSequentially('.uk')
    await field(page, 'role').selectOption(FIELDS.role.options.at(-1)?.value ?? '')
    await expect(field(page, 'email')).toHaveValue(person.email)
    await expect(field(page, 'role')).toHaveValue(person.role)
    await expect(submit(page)).toBeDisabled()
    sending.open()

    const notice = page.getByRole('status')
    await expect(notice.getByText(notices.joined.title)).toBeVisible()
    await expect(notice.getByText(notices.joined.text)).toBeVisible()
    for (const name of QUESTION_NAMES) {
      await expect(field(page, name), name).toHaveValue('')
    }
    await notice.getByRole('button', { name: notices.dismiss }).click()
    await expect(notice).toHaveText('')
  })

  test('each failure is reported in its words or by its status, and keeps the values', async ({
    open,
  }) => {
    const page = await openForm(open)
    const person = newPerson()
    await fillForm(page, person)
    const notice = page.getByRole('alert')
    for (const [response, text] of [
      [{ status: 503, body: '{"error":"Please come back later."}' }, 'Please come back later.'],
      [{ status: 500, body: 'The machine is on fire' }, 'The machine is on fire'],
      [{ status: 502, body: '' }, 'HTTP 502'],
      [{ status: 503, body: '{"error":{"code":503,"message":"Busy"}}' }, 'HTTP 503'],
      ['connectionrefused', notices.failed.text],
    ] as const) {
      await failRequests(page, response)
      await submit(page).click()
      await expect(notice.getByText(text, { exact: true })).toBeVisible()
      await expect(notice.getByText(notices.failed.title, { exact: true })).toBeVisible()
      expect(await valuesOf(page)).toEqual(person)
      await expect(submit(page)).toBeEnabled()
    }
  })

  test('is sent again while there is no API (502, then no connection), and keeps its values meanwhile', async ({
    open,
  }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    let sent = 0
    await page.route(SIGNUPS, (route) => {
      sent += 1
      if (sent === 1) return route.fulfill({ status: 502 })
      return sent === 2 ? route.abort('connectionrefused') : route.continue()
    })
    const person = newPerson()
    await fillForm(page, person)
    await submit(page).click()
    await expect.poll(() => sent).toBe(1)
    expect(await valuesOf(page)).toEqual(person)
    await expect(submit(page)).toBeDisabled()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
    expect(sent).toBe(3)
  })

  test('fails at once for a visitor who is offline', async ({ open }) => {
    const page = await openForm(open)
    expectProblems(page, FAILED_NOTE)
    await fillForm(page, newPerson())
    await page.context().setOffline(true)
    await submit(page).click()
    await expect(page.getByRole('alert').getByText(notices.failed.text)).toBeVisible({
      timeout: 10_000,
    })
  })

  test('is sent again for 30 seconds at most, and once if the API has refused it', async ({
    open,
  }) => {
    const page = await openForm(open)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes(WAITLIST_PATH)) sent += 1
    })
    await fillForm(page, newPerson())
    for (const [status, least, most] of [
      [503, 8, 16],
      [504, 8, 16],
      [500, 1, 1],
      [429, 1, 1],
    ] as const) {
      sent = 0
      await failRequests(page, { status, body: `No ${status}.` })
      await submit(page).click()
      const notice = page.getByRole('alert').getByText(`No ${status}.`, { exact: true })
      await expect(notice).toBeVisible()
      expect(sent, String(status)).toBeGreaterThanOrEqual(least)
      expect(sent, String(status)).toBeLessThanOrEqual(most)
    }
  })

  test('shows the success notice for any response of success', async ({ open }) => {
    const page = await openForm(open)
    for (const response of [
      { status: 200, body: '<h1>Welcome</h1>' },
      { status: 204, body: '' },
    ]) {
      await failRequests(page, response)
      await fillForm(page, newPerson())
      await submit(page).click()
      await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
      await expect(field(page, 'email')).toHaveValue('')
      await page.getByRole('button', { name: notices.dismiss }).click()
    }
  })

  test('reports a failure when there is no response after 15 seconds', async ({ open }) => {
    const page = await openForm(open, { inPage: shortenTimeout })
    await page.evaluate(skipPauses)
    await page.route(SIGNUPS, () => {})
    await fillForm(page, newPerson())
    await submit(page).click()
    await expect(
      page.getByRole('alert').getByText(notices.failed.text, { exact: true }),
    ).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'limit'))).toBe(15_000)
  })

  test('can be sent from Safari 15, which has no AbortSignal.timeout', async ({ open }) => {
    const page = await openForm(open, {
      inPage: () => Reflect.deleteProperty(AbortSignal, 'timeout'),
    })
    await fillForm(page, newPerson())
    await submit(page).click()
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  })
})
