import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { WaitlistForm } from '../../api/contract/waitlist.ts'
import { paths } from '../../web/content/navigation.ts'
import { notices } from '../../web/content/waitlist.ts'
import type { PageOptions } from '../support/browser-page.ts'
import { field, fillForm, formHydrated, submit } from '../support/form.ts'
import { gate } from '../support/gate.ts'
import { somebody } from '../support/people.ts'
import { useSite } from '../support/site.ts'

/** React's note that the page was not as it was sent, so that it is rendered from scratch. */
const REACT_STARTS_ANEW = /React error #418/

describe('the form before its scripts are there', () => {
  const { app, open } = useSite()

  /** Opens the form; its scripts arrive when the test lets them. */
  async function openEarly(options: PageOptions = {}) {
    const scripts = gate()
    const page = await open('/robots.txt', options)
    await page.route('**/*.js', async (route) => {
      await scripts.opened
      await route.continue()
    })
    await page.goto(new URL(paths.waitlist, page.url()).href, { waitUntil: 'commit' })
    return {
      page,
      letScriptsIn: scripts.open,
      hydrate: () => {
        scripts.open()
        return formHydrated(page)
      },
    }
  }

  const valuesOf = (page: Page) =>
    page.locator('form[action]').evaluate((element: HTMLFormElement) => ({
      ...Object.fromEntries(new FormData(element)),
    }))
  const expectJoined = async (page: Page, person: WaitlistForm) => {
    await page.getByText(notices.joined.title).waitFor()
    const rows = (await app().signups()).filter(({ email }) => email === person.email)
    expect(rows).toHaveLength(1)
  }

  test('keeps what is typed and chosen', async () => {
    const { page, hydrate } = await openEarly()
    const person = somebody()
    await fillForm(page, person)
    await hydrate()
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    expect(await valuesOf(page)).toEqual(person)
  })

  test('keeps what the browser fills in by itself, without an event', async () => {
    const { page, hydrate } = await openEarly()
    const person = somebody()
    await page.locator('form[action]').evaluate((element: HTMLFormElement, values) => {
      for (const [name, value] of Object.entries(values)) {
        const control = element.elements.namedItem(name) as HTMLInputElement
        control.value = value
      }
    }, person)
    await hydrate()
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    expect(await valuesOf(page)).toEqual(person)
  })

  test('keeps what is typed when something else has changed the page', async () => {
    const { page, hydrate } = await openEarly({ expected: [REACT_STARTS_ANEW] })
    const person = somebody()
    await fillForm(page, person)
    // as password managers do, and translations
    await field(page, 'email').evaluate((input) => input.before(document.createElement('div')))
    await hydrate()
    await expect.poll(() => submit(page).isEnabled()).toBe(true)
    expect(await valuesOf(page)).toEqual(person)
  })

  test('keeps the focus and what is typed while it is hydrated', async () => {
    const { page, hydrate } = await openEarly()
    const company = field(page, 'company')
    await company.focus()
    await page.keyboard.type('Analytical ')
    await hydrate()
    await page.keyboard.type('Engines')
    expect(await company.inputValue()).toBe('Analytical Engines')
  })

  test('can be sent', async () => {
    const { page } = await openEarly()
    const person = somebody()
    await fillForm(page, person)
    await submit(page).click()
    await expectJoined(page, person)
  })

  // React answers such a click by hydrating at once, before the browser sends the form.
  test('can be sent by a click that comes while it is hydrated', async () => {
    const { page, letScriptsIn } = await openEarly({ inPage: holdRendering })
    const person = somebody()
    await fillForm(page, person)
    letScriptsIn()
    await page.locator('html[data-rendering="held"]').waitFor()
    await submit(page).click()
    await page.evaluate(() => window.dispatchEvent(new Event('render')))
    await expectJoined(page, person)
  })

  test('has a button that no click is lost on, filled in while it is hydrated', async () => {
    const { page, letScriptsIn } = await openEarly({ inPage: hideForm })
    // what checks the form takes its time
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch()
      if (!(await response.text()).includes('must match the following')) return route.fallback()
      await sleep(500)
      await route.fulfill({ response })
    })
    const person = somebody()
    await fillForm(page, person)
    await submit(page).evaluate((button) => {
      const note = () => {
        document.body.dataset['disabled'] = 'once'
      }
      new MutationObserver(note).observe(button, { attributeFilter: ['disabled'] })
    })
    letScriptsIn()
    await page.locator('form[novalidate]').waitFor()
    expect(await page.locator('body').getAttribute('data-disabled')).toBe(null)
    await submit(page).click()
    await expectJoined(page, person)
  })
})

/** Runs in the page. When React begins, it finds nothing typed; when it is done, everything is. */
function hideForm(): void {
  const { querySelector } = Document.prototype
  Document.prototype.querySelector = function (selectors: string) {
    if (selectors !== 'form[action]') return querySelector.call(this, selectors)
    Document.prototype.querySelector = querySelector
    return null
  }
}

/**
 * Runs in the page. React renders when a message that it sends itself arrives: the first one,
 * with which hydration begins, waits for the event `render`. React listens to clicks by then.
 */
function holdRendering(): void {
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (message: unknown) {
    MessagePort.prototype.postMessage = postMessage
    window.addEventListener('render', () => postMessage.call(this, message))
    document.documentElement.dataset['rendering'] = 'held'
  }
}
