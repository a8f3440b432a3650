import { describe, expect, test } from 'vitest'
import { QUESTION_NAMES, WAITLIST_PATH } from '../../../api/contract/waitlist.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { failRequests, field, fillForm, openForm, submit } from '../../support/form.ts'
import { gate } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'
import { useSite } from '../../support/site.ts'

/** Runs in the page: records the timeout of a request and replaces it with a short one. */
function shortenTimeout(): void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (limit) => {
    Object.assign(window, { limit })
    return timeout.call(AbortSignal, 50)
  }
}

describe('a waitlist form that is sent', () => {
  const site = useSite()

  test('shows Joining... while it is sent, then the success notice and empty fields', async () => {
    const page = await openForm(site)
    const sending = gate()
    await page.route(`**${WAITLIST_PATH}`, async (route) => {
      await sending.opened
      await route.continue()
    })
    const person = newPerson()
    await fillForm(page, person)
    await submit(page).click()
    await page.getByRole('button', { name: 'Joining...' }).waitFor()
    // A change would be lost when the form is emptied.
    await field(page, 'email').pressSequentially('.uk')
    await field(page, 'role').selectOption('other')
    expect(await field(page, 'email').inputValue()).toBe(person.email)
    expect(await field(page, 'role').inputValue()).toBe(person.role)
    expect(await submit(page).isDisabled()).toBe(true)
    sending.open()

    const notice = page.getByRole('status')
    await notice.getByText('Welcome to the future! 🚀').waitFor()
    await notice.getByText(notices.joined.text).waitFor()
    for (const name of QUESTION_NAMES) {
      expect(await field(page, name).inputValue(), name).toBe('')
    }
    await notice.getByRole('button', { name: notices.dismiss }).click()
    await expect.poll(() => notice.textContent()).toBe('')
  })

  test.each([
    [
      'a JSON error',
      { status: 503, body: '{"error":"Please come back later."}' },
      'Please come back later.',
    ],
    ['plain text', { status: 500, body: 'The machine is on fire' }, 'The machine is on fire'],
    ['an empty body', { status: 502, body: '' }, 'HTTP 502'],
    [
      'an error that is not text',
      { status: 503, body: '{"error":{"code":503,"message":"Busy"}}' },
      'HTTP 503',
    ],
    ['a page with status 200', { status: 200, body: '<h1>Welcome</h1>' }, 'Failed'],
    ['a refused connection', 'connectionrefused', 'Failed'],
  ] as const)('%s leads to a failure notice and keeps the values', async (_, response, text) => {
    const page = await openForm(site)
    await failRequests(page, response)
    const person = newPerson()
    await fillForm(page, person)
    await submit(page).click()

    const notice = page.getByRole('alert')
    await notice.getByText('Error', { exact: true }).waitFor()
    await notice.getByText(text, { exact: true }).waitFor()
    for (const name of QUESTION_NAMES) {
      expect(await field(page, name).inputValue(), name).toBe(person[name])
    }
    expect(await submit(page).isEnabled()).toBe(true)
  })

  test('reports a failure when there is no response after 15 seconds', async () => {
    const page = await openForm(site, { inPage: shortenTimeout })
    await page.route(`**${WAITLIST_PATH}`, () => {})
    await fillForm(page, newPerson())
    await submit(page).click()
    await page.getByRole('alert').getByText('Failed', { exact: true }).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'limit'))).toBe(15_000)
  })

  test('can be sent from Safari 15, which has no AbortSignal.timeout', async () => {
    const page = await openForm(site, {
      inPage: () => Reflect.deleteProperty(AbortSignal, 'timeout'),
    })
    await fillForm(page, newPerson())
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })
})
