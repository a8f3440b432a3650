import type { Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { FIELDS, ROLES, WAITLIST_PATH, type WaitlistForm } from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import { form, notices } from '../../web/content/waitlist.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { PHONE, useSite } from '../support/site.ts'

const FAILED_NOTE = /Failed to load resource/

const field = (page: Page, name: keyof WaitlistForm) =>
  page.getByLabel(form.fields[name].label, { exact: false })
const submit = (page: Page) => page.locator('button[type=submit]')

/** Holds requests back until the test lets them through. */
function closedGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

async function fill(page: Page, person: WaitlistForm): Promise<void> {
  for (const name of ['firstName', 'lastName', 'email', 'company'] as const) {
    await field(page, name).fill(person[name])
  }
  await field(page, 'role').selectOption(person.role)
}

/** All of it is in the window, and nothing of it beneath the header. */
const expectSeen = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((seen) => {
        const { top, bottom } = seen.getBoundingClientRect()
        const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
        return top >= header && bottom > top && bottom <= window.innerHeight
      }),
    )
    .toBe(true)

describe('the waitlist form', () => {
  const { open } = useSite()
  const openForm = async (options = {}) => {
    const page = await open(paths.waitlist, options)
    await page.waitForFunction(
      () => document.querySelector<HTMLFormElement>('form[action]')?.noValidate,
    )
    return page
  }

  test.each([
    ['firstName', 'A', 'Min 2 chars'],
    ['lastName', '  B  ', 'Min 2 chars'],
    ['email', 'ada@localhost', 'Invalid email'],
  ] as const)('%s says at once what is wrong with %j', async (name, value, message) => {
    const page = await openForm()
    await field(page, name).fill(value)
    await page.getByText(message).waitFor()
    expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
    const described = await field(page, name).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(message)
  })

  test('a role that was chosen and taken back is asked for', async () => {
    const page = await openForm()
    await field(page, 'role').selectOption(ROLES[0].value)
    await field(page, 'role').selectOption('')
    await page.getByText('Select a role').waitFor()
  })

  test('offers the six roles in a native select', async () => {
    const page = await openForm()
    const labels = await field(page, 'role').locator('option').allTextContents()
    expect(labels.slice(1)).toEqual([
      'Entrepreneur',
      'Designer',
      'Marketer',
      'Agency Owner',
      'Freelancer',
      'Other',
    ])
  })

  test('the button waits for a valid form', async () => {
    const page = await openForm()
    expect(await submit(page).isDisabled()).toBe(true)
    await fill(page, { ...somebody(), company: '' })
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    await field(page, 'email').fill('not an address')
    await expect.poll(() => submit(page).isDisabled()).toBe(true)
  })

  test('knows that it is valid when a password manager fills in everything at once', async () => {
    const page = await openForm()
    await page.locator('form[action]').evaluate((element: HTMLFormElement, values) => {
      for (const [name, value] of Object.entries(values)) {
        const control = element.elements.namedItem(name) as HTMLInputElement
        const { set } =
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
        // as if the visitor did it: React does not hear of what scripts assign
        set?.call(control, value)
        control.dispatchEvent(new Event('input', { bubbles: true }))
        control.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }, bodyOf(somebody()))
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
  })

  test('sends exactly the six fields, trimmed', async () => {
    const page = await openForm()
    const person = somebody()
    await fill(page, { ...person, firstName: `  ${person.firstName} ` })
    const request = page.waitForRequest(`**${WAITLIST_PATH}`)
    await submit(page).click()
    expect((await request).postDataJSON()).toEqual(bodyOf(person))
    expect(Object.keys((await request).postDataJSON()).sort()).toEqual(
      Object.values(FIELDS)
        .map(({ key }) => key)
        .sort(),
    )
  })

  test('says Joining... while it sends, then welcomes and is empty again', async () => {
    const page = await openForm()
    const gate = closedGate()
    await page.route(`**${WAITLIST_PATH}`, async (route) => {
      await gate.opened
      await route.continue()
    })
    await fill(page, somebody())
    await submit(page).click()
    await page.getByRole('button', { name: 'Joining...' }).waitFor()
    expect(await submit(page).isDisabled()).toBe(true)
    gate.open()

    const notice = page.getByRole('status')
    await notice.getByText('Welcome to the future! 🚀').waitFor()
    await notice.getByText(notices.joined.text).waitFor()
    for (const name of ['firstName', 'lastName', 'email', 'company', 'role'] as const) {
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
    ['no answer at all', 'connectionrefused', 'Failed'],
  ] as const)('%s is told, and nothing is lost', async (_, answer, text) => {
    const page = await openForm({ expected: [FAILED_NOTE] })
    await page.route(`**${WAITLIST_PATH}`, (route) =>
      typeof answer === 'string' ? route.abort(answer) : route.fulfill(answer),
    )
    const person = somebody()
    await fill(page, person)
    await submit(page).click()

    const notice = page.getByRole('alert')
    await notice.getByText('Error', { exact: true }).waitFor()
    await notice.getByText(text, { exact: true }).waitFor()
    for (const name of ['firstName', 'lastName', 'email', 'company', 'role'] as const) {
      expect(await field(page, name).inputValue(), name).toBe(person[name])
    }
    expect(await submit(page).isEnabled()).toBe(true)
  })

  test('a field that the server refuses is marked and focused', async () => {
    const page = await openForm({ expected: [FAILED_NOTE] })
    await page.route(`**${WAITLIST_PATH}`, (route) =>
      route.fulfill({
        status: 400,
        json: { error: 'Please check.', code: 'EMAIL_INVALID', fields: { email: 'Invalid email' } },
      }),
    )
    await fill(page, somebody())
    await submit(page).click()
    await page.getByText('Invalid email').waitFor()
    expect(await field(page, 'email').evaluate((input) => input === document.activeElement)).toBe(
      true,
    )
  })

  test('can be sent although what checks it cannot be fetched', async () => {
    const page = await openForm({ expected: [FAILED_NOTE] })
    await page.route('**/*.js', (route) => route.abort())
    await fill(page, somebody())
    await submit(page).click()
    await page.getByRole('status').getByText(notices.joined.title).waitFor()
  })

  test('waits for what is missing although what checks the rest cannot be fetched', async () => {
    const page = await openForm({ expected: [FAILED_NOTE] })
    await page.route('**/*.js', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    await field(page, 'firstName').fill('Ada')
    await failed
    await page.waitForLoadState('networkidle')
    expect(await submit(page).isDisabled()).toBe(true)
  })

  describe.each([
    ['a phone', PHONE],
    ['a laptop', { width: 1280, height: 720 }],
  ])('on %s', (_, viewport) => {
    const join = async (answer: { status: number; json: object }) => {
      const page = await openForm({ viewport, expected: [FAILED_NOTE] })
      await page.route(`**${WAITLIST_PATH}`, (route) => route.fulfill(answer))
      await fill(page, somebody())
      await submit(page).evaluate((button) => button.scrollIntoView({ block: 'center' }))
      await submit(page).click()
      return page
    }

    test('the welcome is seen and has the focus, which goes on to the heading', async () => {
      const page = await join({ status: 201, json: { status: 'joined' } })
      const welcome = page.getByRole('status')
      await welcome.getByText(notices.joined.title).waitFor()
      await expectSeen(welcome)
      expect(await page.locator(':focus').textContent()).toContain(notices.joined.text)

      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => welcome.textContent()).toBe('')
      const heading = page.getByRole('heading', { name: form.title })
      await expectSeen(heading)
      expect(await page.locator(':focus').textContent()).toBe(form.title)
      await page.keyboard.press('Tab')
      expect(await page.locator(':focus').getAttribute('id')).toBe('firstName')
    })

    test('a failure is seen and has the focus', async () => {
      const page = await join({ status: 503, json: { error: 'Busy.' } })
      const alert = page.getByRole('alert')
      await alert.getByText('Busy.').waitFor()
      await expectSeen(alert)
      expect(await page.locator(':focus').textContent()).toContain('Busy.')
    })

    test.each(['firstName', 'role'] as const)(
      'a failure is seen with %s, which has the focus',
      async (name) => {
        const fields = { [FIELDS[name].key]: FIELDS[name].messages.tooShort }
        const page = await join({ status: 400, json: { error: 'Please check.', fields } })
        const alert = page.getByRole('alert')
        await alert.getByText('Please check.').waitFor()
        await expectSeen(alert)
        await expectSeen(field(page, name))
        expect(await page.locator(':focus').getAttribute('id')).toBe(name)
      },
    )
  })

  test('Enter in a field leaves none of the emptied fields marked', async () => {
    const page = await openForm()
    await fill(page, somebody())
    await field(page, 'email').press('Enter')
    await expect.poll(() => page.locator(':focus').textContent()).toContain(notices.joined.text)
    expect(await field(page, 'email').inputValue()).toBe('')
    expect(await page.locator('[aria-invalid]').count()).toBe(0)
  })

  test('each kind of notice has its live region before it has a notice', async () => {
    const page = await openForm()
    for (const role of ['status', 'alert'] as const) {
      expect(await page.getByRole(role).count(), role).toBe(1)
    }
  })

  test('people cannot reach the trap', async () => {
    const page = await openForm()
    const trap = page.locator(`input[name=${FIELDS.website.key}]`)
    expect(await trap.getAttribute('tabindex')).toBe('-1')
    expect(await trap.getAttribute('autocomplete')).toBe('off')
    const box = await trap.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
    expect(await page.getByRole('textbox', { name: form.fields.website.label }).count()).toBe(0)
  })
})
