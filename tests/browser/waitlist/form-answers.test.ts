import { FIELDS, QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { newPerson } from '../../support/people.ts'
import { violations } from '../support/axe.ts'
import {
  failRequests,
  field,
  fillForm,
  openForm,
  SIGNUPS,
  submit,
  valuesOf,
} from '../support/form.ts'
import { expect, test } from '../support/test.ts'

/** Runs in the page: records a request's timeout, and replaces it with a short one. */
function shortenTimeout(): void {
  const { timeout } = AbortSignal
  AbortSignal.timeout = (limit) => {
    Object.assign(window, { limit })
    return timeout.call(AbortSignal, 50)
  }
}

test('the form shows that it is being sent, and then a success notice and empty fields', async ({
  open,
}) => {
  const page = await openForm(open)
  for (const role of ['status', 'alert'] as const) {
    await expect(page.getByRole(role), 'a live region before its content').toHaveCount(1)
  }
  const sending = Promise.withResolvers<void>()
  await page.route(SIGNUPS, async (route) => {
    await sending.promise
    await route.continue()
  })
  const person = newPerson()
  await fillForm(page, person)
  // On a first visit, the button is disabled until its code has loaded. Until then, Enter does not send the form.
  await expect(submit(page)).toBeEnabled()
  await field(page, 'email').press('Enter')
  await expect(page.getByRole('button', { name: form.submitting })).toBeVisible()
  // While the form is being sent, it ignores changes, because success empties it.
  await field(page, 'email').pressSequentially('.uk')
  await field(page, 'role').selectOption(FIELDS.role.options.at(-1)?.value ?? '')
  await expect.poll(() => valuesOf(page)).toEqual(person)
  await expect(submit(page)).toBeDisabled()
  sending.resolve()

  const notice = page.getByRole('status')
  await expect(notice.getByText(notices.joined.title)).toBeVisible()
  await expect(notice.getByText(notices.joined.text)).toBeVisible()
  for (const name of QUESTION_NAMES) {
    await expect(field(page, name), name).toHaveValue('')
  }
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await notice.getByRole('button', { name: notices.dismiss }).click()
  await expect(notice).toHaveText('')
})

test('after a failed request, the form shows the error and keeps its values', {
  tag: '@local',
}, async ({ open }) => {
  const page = await openForm(open)
  const person = newPerson()
  await fillForm(page, person)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1
  })
  const notice = page.getByRole('alert')
  for (const [response, text, requests] of [
    [{ status: 503, body: '{"error":"Please come back later."}' }, 'Please come back later.', 2],
    [{ status: 500, body: 'The machine is on fire' }, 'The machine is on fire', 1],
    [{ status: 429, body: '{"error":{"message":"Busy"}}' }, 'HTTP 429', 1],
    [{ status: 502, body: '' }, 'HTTP 502', 2],
    [{ status: 504, body: '' }, 'HTTP 504', 2],
    ['connectionrefused', notices.failed.text, 2],
    ['internetdisconnected', notices.failed.text, 2],
  ] as const) {
    sent = 0
    await page.context().setOffline(response === 'internetdisconnected')
    await failRequests(page, response)
    await submit(page).click()
    await expect(notice.getByText(text, { exact: true }), text).toBeVisible()
    await expect(notice.getByText(notices.failed.title, { exact: true })).toBeVisible()
    expect(await valuesOf(page)).toEqual(person)
    await expect(submit(page)).toBeEnabled()
    expect(sent, JSON.stringify(response)).toBe(requests)
  }
  expect(await violations(page)).toEqual([])

  await page.context().setOffline(false)
  sent = 0
  await page.route(SIGNUPS, (route) =>
    // Only the status decides whether the request succeeded.
    route.fulfill(sent === 1 ? { status: 502 } : { status: 200, body: '<h1>Welcome</h1>' }),
  )
  await submit(page).click()
  await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  expect(sent).toBe(2)
})

/** Runs in the page: records the bodies that the page's scripts read as text. */
function recordTexts(): void {
  const read: string[] = []
  const { text } = Response.prototype
  Object.assign(window, { read })
  Response.prototype.text = async function (this: Response) {
    const body = await text.call(this)
    read.push(body)
    return body
  }
}

test('a successful response need not be JSON', { tag: '@local' }, async ({ open }) => {
  const page = await openForm(open, { inPage: recordTexts })
  await page.route(SIGNUPS, (route) => route.fulfill({ status: 201, body: 'Welcome' }))
  await fillForm(page, newPerson())
  await submit(page).click()
  await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'read'))).toEqual(['Welcome'])
})

test('pressing Enter in the empty form shows which fields to check, and does not send the form', async ({
  open,
}) => {
  const page = await openForm(open)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await field(page, 'email').press('Enter')
  const said = page.locator('[aria-live=polite]').getByText(form.incomplete)
  const required = QUESTION_NAMES.filter((name) => FIELDS[name].required)
  for (const name of required) {
    await expect(said).toContainText(FIELDS[name].label)
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  }
  expect(await violations(page)).toEqual([])
  await field(page, 'email').fill('ada@example.com')
  await expect(said).toHaveCount(0)
  await field(page, 'email').press('Enter')
  await expect(said).not.toContainText(FIELDS.email.label)
  await expect(said).toContainText(FIELDS.role.label)
  expect(sent).not.toContain('POST')
})

test('the form reports an error after 15 seconds without a response', { tag: '@local' }, async ({
  open,
}) => {
  const page = await openForm(open, { inPage: shortenTimeout })
  await page.route(SIGNUPS, () => {})
  await fillForm(page, newPerson())
  await submit(page).click()
  await expect(
    page.getByRole('alert').getByText(notices.failed.text, { exact: true }),
  ).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'limit'))).toBe(15_000)
})
