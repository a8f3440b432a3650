import { describe, expect, test } from 'vitest'
import { QUESTION_NAMES, WAITLIST_PATH } from '../../api/contract/waitlist.ts'
import { notices } from '../../web/content/waitlist.ts'
import { FAILED_NOTE, field, fillForm, openForm, submit } from '../support/form.ts'
import { gate } from '../support/gate.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { useSite } from '../support/site.ts'

/** Notes the limit that a request is given, and has it reached at once. */
function hasten(): void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (limit) => {
    Object.assign(window, { limit })
    return timeout.call(AbortSignal, 50)
  }
}

describe('a waitlist form that is sent', () => {
  const site = useSite()

  test('sends every field under its name, trimmed, and nothing else', async () => {
    const page = await openForm(site)
    const person = somebody()
    await fillForm(page, { ...person, first_name: `  ${person.first_name} ` })
    const request = page.waitForRequest(`**${WAITLIST_PATH}`)
    await submit(page).click()
    expect((await request).postDataJSON()).toEqual(bodyOf(person))
  })

  test('says Joining... while it sends, then welcomes and is empty again', async () => {
    const page = await openForm(site)
    const sending = gate()
    await page.route(`**${WAITLIST_PATH}`, async (route) => {
      await sending.opened
      await route.continue()
    })
    const person = somebody()
    await fillForm(page, person)
    await submit(page).click()
    await page.getByRole('button', { name: 'Joining...' }).waitFor()
    // What is sent cannot be corrected any more: it would be lost with the form.
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
    ['an empty answer', { status: 502, body: '' }, 'HTTP 502'],
    ['JSON without an error', { status: 418, body: '{}' }, 'HTTP 418'],
    ['JSON that is no object', { status: 500, body: '42' }, 'HTTP 500'],
    [
      'an error that is no text',
      { status: 503, body: '{"error":{"code":503,"message":"Busy"}}' },
      'HTTP 503',
    ],
    [
      'a message that is no text',
      { status: 400, body: '{"error":"Please check.","fields":{"email":{"code":1},"role":["?"]}}' },
      'Please check.',
    ],
    ['JSON without messages', { status: 400, body: '{"error":"No.","fields":null}' }, 'No.'],
    ['a page where an answer should be', { status: 200, body: '<h1>Welcome</h1>' }, 'Failed'],
    ['a success that is not ours', { status: 200, body: '{"status":"ok"}' }, 'Failed'],
    ['no answer at all', 'connectionrefused', 'Failed'],
  ] as const)('%s is told, and nothing is lost', async (_, answer, text) => {
    const page = await openForm(site, { expected: [FAILED_NOTE] })
    await page.route(`**${WAITLIST_PATH}`, (route) =>
      typeof answer === 'string' ? route.abort(answer) : route.fulfill(answer),
    )
    const person = somebody()
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

  test('has failed when there is no answer after 15 seconds', async () => {
    const page = await openForm(site, { inPage: hasten })
    await page.route(`**${WAITLIST_PATH}`, () => {})
    await fillForm(page, somebody())
    await submit(page).click()
    await page.getByRole('alert').getByText('Failed', { exact: true }).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'limit'))).toBe(15_000)
  })

  test('arrives from Safari 15, where requests have no limits', async () => {
    const page = await openForm(site, {
      inPage: () => Reflect.deleteProperty(AbortSignal, 'timeout'),
    })
    await fillForm(page, somebody())
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })
})
