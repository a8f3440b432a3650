// Guards sources.

import type { Page } from '@playwright/test'
import { CONSENT } from '../../../contract/waitlist.ts'
import { absolute } from '../../../web/content/absolute.ts'
import { notices } from '../../../web/content/waitlist.ts'
import { expect, type OpenBlank, test } from '../../support/browser/test.ts'
import { fillForm, formHydrated, join, submit } from '../../support/form.ts'
import { CHUNKS, holdScripts } from '../../support/gate.ts'
import { newPerson } from '../../support/people.ts'
import { hydrated } from '../../support/routes.ts'
import { linkTo, TOUCH, tapThrough } from '../../support/taps.ts'

/** A website with a link to this one. */
const ELSEWHERE = 'https://news.example.com/item?id=1'

/** Opens an address on a phone, as a visitor does through a link on another website. */
async function openOnPhone(openBlank: OpenBlank, address: string, referer?: string): Promise<Page> {
  const page = await openBlank(TOUCH)
  await page.goto(address, referer ? { referer } : {})
  return page
}

/** Opens an address on a phone where React arrives only when the gate opens. */
async function openEarly(openBlank: OpenBlank, address: string, referer?: string) {
  const page = await openBlank(TOUCH)
  const react = await holdScripts(page, CHUNKS)
  await page.goto(address, referer ? { referer } : {})
  return { page, react }
}

/** Opens a link to the path in a new tab. */
async function openTab(page: Page, path: string): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await linkTo(page, path).click({ button: 'middle' })
  const tab = await opened
  await tab.bringToFront()
  return tab
}

test.describe('the source of a visitor on the way to the form', () => {
  for (const [what, address, referer, source] of [
    ['the word in ?ref=', '/?ref=newsletter', undefined, 'newsletter'],
    ['the word in ?utm_source=', '/?utm_source=product+hunt', undefined, 'product hunt'],
    ['the name of the website with the link', '/', ELSEWHERE, 'news.example.com'],
    ['a word that is also a member of objects', '/?ref=constructor', ELSEWHERE, 'constructor'],
  ] as const) {
    test(`${what} is sent after three taps, each before React has come`, async ({ openBlank }) => {
      const { page, react } = await openEarly(openBlank, address, referer)
      await tapThrough(page, '/features', '/pricing', '/waitlist')
      react.open()
      expect(await join(page)).toMatchObject({ query: { source } })
    })
  }

  for (const [address, referer, source] of [
    ['/?ref=newsletter', undefined, 'newsletter'],
    ['/', ELSEWHERE, 'news.example.com'],
  ] as const) {
    test(`the source of ${address} is sent after three taps with React, and when the browser loads the last page again`, async ({
      openBlank,
    }) => {
      const page = await openOnPhone(openBlank, address, referer)
      await hydrated(page)
      await tapThrough(page, '/features', '/pricing', '/waitlist')
      await formHydrated(page)
      // A phone drops a page in the background and loads it again.
      await page.reload()
      expect(await join(page)).toMatchObject({ query: { source } })
    })
  }

  test('a link that opens in a new tab brings the source before React has come', async ({
    openBlank,
  }) => {
    const { page } = await openEarly(openBlank, '/?ref=newsletter')
    const second = await openTab(page, '/features')
    const third = await openTab(second, '/waitlist')
    expect(await join(third)).toMatchObject({ query: { source: 'newsletter' } })
  })

  test('a link on a page that React shows brings the source to a new tab', async ({
    openBlank,
  }) => {
    const page = await openOnPhone(openBlank, '/?ref=newsletter')
    await hydrated(page)
    await tapThrough(page, '/features', '/pricing')
    const second = await openTab(page, '/waitlist')
    expect(await join(second)).toMatchObject({ query: { source: 'newsletter' } })
  })

  test('a visitor who goes back and takes another way keeps the source', async ({ openBlank }) => {
    const { page, react } = await openEarly(openBlank, '/', ELSEWHERE)
    await tapThrough(page, '/features', '/pricing')
    await page.goBack()
    await page.waitForURL('**/features*')
    await tapThrough(page, '/about', '/waitlist')
    react.open()
    expect(await join(page)).toMatchObject({ query: { source: 'news.example.com' } })
  })

  test('a form that is sent before React has come has the source', async ({ app, openBlank }) => {
    const person = newPerson()
    const { page } = await openEarly(openBlank, '/?ref=newsletter')
    await tapThrough(page, '/features', '/waitlist')
    await fillForm(page, person)
    await submit(page).tap()
    await expect(page.getByText(notices.joined.title)).toBeVisible()
    const stored = (await app.people()).find(({ email }) => email === person.email)
    expect(stored).toMatchObject({ source: 'newsletter', agreed_to: CONSENT.version })
  })

  test('the canonical address has no source, with and without React', async ({ openBlank }) => {
    const { page, react } = await openEarly(openBlank, '/?ref=newsletter')
    const canonical = () => page.locator('link[rel=canonical]').getAttribute('href')
    await tapThrough(page, '/features')
    expect(await canonical()).toBe(absolute('/features'))
    react.open()
    await hydrated(page)
    await tapThrough(page, '/pricing')
    await expect.poll(canonical).toBe(absolute('/pricing'))
  })
})

test.describe('a link that is touched', () => {
  /** The address of a link after a touch, when the link is added to the page of an address. */
  async function touched(
    openBlank: OpenBlank,
    address: string,
    href: string,
  ): Promise<string | null> {
    const page = await openOnPhone(openBlank, address)
    return page.evaluate((href) => {
      const link = document.createElement('a')
      link.setAttribute('href', href)
      document.body.append(link)
      link.dispatchEvent(new Event('pointerdown', { bubbles: true }))
      return link.getAttribute('href')
    }, href)
  }

  for (const [href, carried] of [
    ['/features', '/features?ref=newsletter'],
    ['/blog?a=%20b', '/blog?a=%20b&ref=newsletter'],
    ['/privacy#what-we-keep', '/privacy?ref=newsletter#what-we-keep'],
    ['/?lang=en#plans', '/?lang=en&ref=newsletter#plans'],
  ] as const) {
    test(`${href} gets the source, beside what the link has`, async ({ app, openBlank }) => {
      expect(await touched(openBlank, '/?ref=newsletter', href)).toBe(
        new URL(carried, app.origin).href,
      )
    })
  }

  for (const [href, address] of [
    ['/features', '/'],
    ['/features', '/?ref='],
    ['/features', '/?ref=__proto__'],
    ['/features', '/?ref=%22%3E%3Cscript%3E'],
    ['/features?ref=anna', '/?ref=newsletter'],
    ['/features?utm_source=ads', '/?ref=newsletter'],
    ['/feed.xml', '/?ref=newsletter'],
    ['/no-such-page', '/?ref=newsletter'],
    ['https://elsewhere.example/features', '/?ref=newsletter'],
    ['mailto:ada@example.com', '/?ref=newsletter'],
    ['#main', '/?ref=newsletter'],
  ] as const) {
    test(`${href} on ${address} stays as it is`, async ({ openBlank }) => {
      expect(await touched(openBlank, address, href)).toBe(href)
    })
  }

  test('a link to a place on the page stays as it is, also for a visitor from another website', async ({
    openBlank,
  }) => {
    const page = await openOnPhone(openBlank, '/privacy', ELSEWHERE)
    const link = page.getByRole('main').locator('a[href^="#"]').first()
    const href = await link.getAttribute('href')
    await page.evaluate(() => Object.assign(window, { same: true }))
    await link.tap()
    await page.waitForURL(`**/privacy${href}`)
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
  })
})
