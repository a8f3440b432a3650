// Guards form-keeps-answers.

import type { Page } from '@playwright/test'
import { FIELDS, type WaitlistForm } from '../../../contract/waitlist.ts'
import { joinLink } from '../../../web/content/navigation.ts'
import { notices } from '../../../web/content/waitlist.ts'
import type { TestApp } from '../../support/app.ts'
import { expect, type OpenBlank, type PageOptions, test } from '../../support/browser/test.ts'
import { FAILED_NOTE, field, fillForm, formHydrated, submit, valuesOf } from '../../support/form.ts'
import { holdScripts } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

/** React's error when the page differs from what the server sent, before it renders from scratch. */
const HYDRATION_ERROR = /React error #418/

test.describe('the form before it is hydrated', () => {
  /** Opens the form and holds its scripts back until the test lets them in. */
  async function openEarly(openBlank: OpenBlank, options: PageOptions = {}) {
    const page = await openBlank(options)
    const scripts = await holdScripts(page)
    await page.goto('/waitlist', { waitUntil: 'commit' })
    return {
      page,
      letScriptsIn: scripts.open,
      hydrate: () => {
        scripts.open()
        return formHydrated(page)
      },
    }
  }

  const expectJoined = async (app: TestApp, page: Page, person: WaitlistForm) => {
    await expect(page.getByText(notices.joined.title)).toBeVisible()
    const rows = (await app.people()).filter(({ email }) => email === person.email)
    expect(rows).toHaveLength(1)
  }

  test('keeps what the visitor types and chooses, also during hydration', async ({ openBlank }) => {
    const { page, hydrate } = await openEarly(openBlank)
    const person = newPerson()
    await fillForm(page, person)
    await field(page, 'company').focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' and')
    await hydrate()
    await page.keyboard.type(' Sons')
    await expect(submit(page)).toBeEnabled()
    expect(await valuesOf(page)).toEqual({ ...person, company: `${person.company} and Sons` })
  })

  test('keeps what the browser fills in without an event', async ({ openBlank }) => {
    const { page, hydrate } = await openEarly(openBlank)
    const person = newPerson()
    await page.locator('form[action]').evaluate((element: HTMLFormElement, values) => {
      for (const [name, value] of Object.entries(values)) {
        const control = element.elements.namedItem(name) as HTMLInputElement
        control.value = value
      }
    }, person)
    await hydrate()
    await expect(submit(page)).toBeEnabled()
    expect(await valuesOf(page)).toEqual(person)
  })

  for (const [what, change] of [
    [
      'an extension has put an element beside a field',
      () => document.querySelector('#email')?.before(document.createElement('div')),
    ],
    [
      'the browser has translated the page',
      () => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const nodes: Node[] = []
        while (texts.nextNode()) nodes.push(texts.currentNode)
        for (const node of nodes) {
          const font = document.createElement('font')
          node.parentNode?.replaceChild(font, node)
          font.append(node)
        }
      },
    ],
  ] as const) {
    test(`loses no value, key, focus or caret when ${what}`, async ({ openBlank }) => {
      const { page, letScriptsIn } = await openEarly(openBlank, { expected: [HYDRATION_ERROR] })
      const person = newPerson({ company: '' })
      await fillForm(page, person)
      await page.evaluate(change)
      const company = field(page, 'company')
      await company.focus()
      await page.keyboard.type('Analytical !')
      await page.keyboard.press('ArrowLeft')
      letScriptsIn()
      const engines = 'Engines and their many ways to count'
      await page.keyboard.type(engines, { delay: 60 })
      await formHydrated(page)
      await page.keyboard.type('.')
      expect(await valuesOf(page)).toEqual({ ...person, company: `Analytical ${engines}.!` })
      await expect(company).toBeFocused()
    })
  }

  test('shows the message of an invalid field and its border', async ({ openBlank }) => {
    const { page } = await openEarly(openBlank)
    const border = (input: Element) => getComputedStyle(input).borderColor
    for (const [name, wrong, message] of [
      ['first_name', 'A', FIELDS.first_name.messages.tooShort],
      ['email', 'nope', FIELDS.email.messages.malformed],
    ] as const) {
      const input = field(page, name)
      const told = input.locator('..').getByText(message)
      const before = await input.evaluate(border)
      await expect(told).toBeHidden()
      // Unlike `fill`, typing makes the field `:user-invalid`.
      await input.pressSequentially(wrong)
      await input.blur()
      await expect(told, name).toBeVisible()
      await expect.poll(() => input.evaluate(border)).not.toBe(before)
    }
    const unchosen = page.getByText(FIELDS.role.message)
    await expect(unchosen).toBeHidden()
    await submit(page).click()
    await expect(unchosen).toBeVisible()
  })

  test('takes nothing from the form of another page', async ({ open }) => {
    const page = await open('/waitlist/expired')
    await hydrated(page)
    await page.getByLabel(FIELDS.email.label).fill('somebody@example.com')
    await page.locator(`header a[href="${joinLink.to}"]`).filter({ visible: true }).click()
    await formHydrated(page)
    expect((await valuesOf(page))['email']).toBe('')
  })

  // React hydrates at once on such a click, before the browser sends the form.
  test('can be sent by a click during hydration', async ({ app, openBlank }) => {
    const { page, letScriptsIn } = await openEarly(openBlank, { inPage: holdRendering })
    const person = newPerson()
    await fillForm(page, person)
    letScriptsIn()
    await expect(page.locator('html[data-rendering="held"]')).toBeVisible()
    await submit(page).click()
    await page.evaluate(() => window.dispatchEvent(new Event('render')))
    await expectJoined(app, page, person)
  })
})

test.describe('the form without JavaScript', () => {
  test('keeps its values when the visitor goes back from a refusal', async ({ open }) => {
    const page = await open('/waitlist', { ...NO_SCRIPT, expected: [FAILED_NOTE] })
    // The browser accepts this address, the API does not.
    const person = newPerson({ email: 'ada@localhost' })
    await fillForm(page, person)
    await submit(page).click()
    await expect(page.getByText(FIELDS.email.sentence)).toBeVisible()
    await page.goBack()
    await expect.poll(() => valuesOf(page)).toEqual(person)
  })
})

/**
 * Runs in the page. React starts each render by a message to itself. This holds the first one, the
 * start of hydration, back until the event `render`; React already listens to clicks by then.
 */
function holdRendering(): void {
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (message: unknown) {
    MessagePort.prototype.postMessage = postMessage
    window.addEventListener('render', () => postMessage.call(this, message))
    document.documentElement.dataset['rendering'] = 'held'
  }
}
