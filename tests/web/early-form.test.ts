import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { WaitlistForm } from '../../api/contract/waitlist.ts'
import type { PageOptions } from '../support/browser-page.ts'
import { field, fillForm, formHydrated, submit, valuesOf } from '../support/form.ts'
import { gate } from '../support/gate.ts'
import { newPerson } from '../support/people.ts'
import { useSite } from '../support/site.ts'

/** Sets the values as a browser does that restores a form. */
const restoreValues = (page: Page, person: WaitlistForm) =>
  page.locator('form[action]').evaluate((element: HTMLFormElement, values) => {
    for (const [name, value] of Object.entries(values)) {
      Object.assign(element.elements.namedItem(name) ?? {}, { value })
    }
  }, person)

/** React's error when the page differs from what the server sent, before it renders from scratch. */
const HYDRATION_ERROR = /React error #418/

describe('the form before it is hydrated', () => {
  const { open } = useSite()

  /** Opens the form and holds its scripts back until the test lets them in. */
  async function openEarly(options: PageOptions = {}) {
    const scripts = gate()
    const page = await open('/robots.txt', options)
    await page.route('**/*.js', async (route) => {
      await scripts.opened
      await route.continue()
    })
    await page.goto(new URL('/waitlist', page.url()).href, { waitUntil: 'commit' })
    const hydrate = () => {
      scripts.open()
      return formHydrated(page)
    }
    return { page, hydrate }
  }

  test.each([
    ['the visitor types and chooses', fillForm],
    ['the browser fills in without an event', restoreValues],
  ])('keeps what %s', async (_what, fill) => {
    const { page, hydrate } = await openEarly()
    const person = newPerson()
    await fill(page, person)
    await hydrate()
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    expect(await valuesOf(page)).toEqual(person)
  })

  test('keeps what the visitor types when an extension has changed the page', async () => {
    const { page, hydrate } = await openEarly({ expected: [HYDRATION_ERROR] })
    const person = newPerson()
    await fillForm(page, person)
    // Password managers and translations insert elements like this.
    await field(page, 'email').evaluate((input) => input.before(document.createElement('div')))
    await hydrate()
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    expect(await valuesOf(page)).toEqual(person)
  })
})
