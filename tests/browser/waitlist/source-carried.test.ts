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
  test('the website with the link is sent after taps before React has come, also on another way after Back', async ({
    openBlank,
  }) => {
    const { page, react } = await openEarly(openBlank, '/', ELSEWHERE)
    await tapThrough(page, '/features', '/pricing')
    await page.goBack()
    await page.waitForURL('**/features*')
    await tapThrough(page, '/about', '/waitlist')
    react.open()
    expect(await join(page)).toMatchObject({ query: { source: 'news.example.com' } })
  })

  for (const [address, referer, source] of [
    ['/?ref=newsletter', undefined, 'newsletter'],
    ['/', ELSEWHERE, 'news.example.com'],
  ] as const) {
    test(`the source of ${address} is sent after three taps with React, from a new tab, and when the browser loads the last page again`, async ({
      openBlank,
    }) => {
      const page = await openOnPhone(openBlank, address, referer)
      await hydrated(page)
      await tapThrough(page, '/features', '/pricing')
      const tab = await openTab(page, '/waitlist')
      expect(await join(tab)).toMatchObject({ query: { source } })
      await page.bringToFront()
      await tapThrough(page, '/waitlist')
      await formHydrated(page)
      // A phone drops a page in the background and loads it again.
      await page.reload()
      expect(await join(page)).toMatchObject({ query: { source } })
    })
  }

  test('a form that is sent before React has come has the source, also in a new tab', async ({
    app,
    openBlank,
  }) => {
    const person = newPerson()
    const { page } = await openEarly(openBlank, '/?ref=newsletter')
    const tab = await openTab(page, '/features')
    await holdScripts(tab, CHUNKS)
    await tapThrough(tab, '/waitlist')
    await fillForm(tab, person)
    await submit(tab).tap()
    await expect(tab.getByText(notices.joined.title)).toBeVisible()
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
  /** The address of a link after a touch, when the link is added to the page. */
  const touched = (page: Page, href: string) =>
    page.evaluate((href) => {
      const link = document.createElement('a')
      link.setAttribute('href', href)
      document.body.append(link)
      link.dispatchEvent(new Event('pointerdown', { bubbles: true }))
      return link.getAttribute('href')
    }, href)

  test('a link to a page gets the source, beside what the link has, and any other link stays as it is', async ({
    app,
    openBlank,
  }) => {
    const page = await openOnPhone(openBlank, '/?ref=newsletter')
    for (const [href, carried] of [
      ['/features', '/features?ref=newsletter'],
      ['/blog?a=%20b', '/blog?a=%20b&ref=newsletter'],
      ['/privacy#what-we-keep', '/privacy?ref=newsletter#what-we-keep'],
      ['/?lang=en#plans', '/?lang=en&ref=newsletter#plans'],
    ] as const) {
      expect.soft(await touched(page, href)).toBe(new URL(carried, app.origin).href)
    }
    for (const href of [
      '/features?ref=anna',
      '/features?utm_source=ads',
      '/feed.xml',
      '/no-such-page',
      'https://elsewhere.example/features',
      'mailto:ada@example.com',
      '#main',
    ]) {
      expect.soft(await touched(page, href)).toBe(href)
    }
  })

  test('a link on a page without a source, or with what is none, stays as it is', async ({
    openBlank,
  }) => {
    const page = await openBlank(TOUCH)
    for (const query of ['', '?ref=', '?ref=__proto__', '?ref=%22%3E%3Cscript%3E']) {
      await page.goto(`/${query}`)
      expect.soft(await touched(page, '/features'), query).toBe('/features')
    }
    await page.goto('/?ref=constructor', { referer: ELSEWHERE })
    const { origin } = new URL(page.url())
    expect(await touched(page, '/features')).toBe(`${origin}/features?ref=constructor`)
  })

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
