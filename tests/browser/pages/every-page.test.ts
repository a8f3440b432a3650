// Guards accessibility.

import type { Page } from '@playwright/test'
import { KINDS, openStill } from '../../support/routes.ts'
import { PHONE } from '../../support/site.ts'
import { violations } from '../support/axe.ts'
import { tabThrough } from '../support/keyboard.ts'
import { expectSound, LONG_WORD, scrollToTop, ZOOMED } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

/** Sets the text spacing of WCAG 1.4.12. The CSP does not apply to constructed style sheets. */
function spaceOut(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets.push(sheet)
}

function tightenAgain(): void {
  document.adoptedStyleSheets.pop()
}

function lengthenWords(word: string): void {
  for (const element of document.querySelectorAll(
    'main :is(h1, h2, h3, p, li, dt, dd, a, span, strong)',
  )) {
    const first = element.firstChild
    if (first instanceof Text && first.data.trim() !== '') first.data = word
  }
}

/** How far above the end of one column the next may start. In CSS pixels. */
const COLUMN = 900

async function expectTabOrder(page: Page): Promise<void> {
  const stops = await tabThrough(page)
  expect(stops.length).toBeGreaterThan(12)
  for (const [index, stop] of stops.entries()) {
    expect.soft(stop.marked, `the focus shows on ${stop.name}`).toBe(true)
    expect.soft(stop.seen, `nothing lies over ${stop.name}`).toBe(true)
    const last = stops[index - 1]
    if (last === undefined) continue
    expect.soft(stop.order, `${stop.name} comes after ${last.name}`).toBeGreaterThan(last.order)
    const isBeside = stop.left > last.left && last.top - stop.top < COLUMN
    const isBelow = isBeside || stop.bottom >= last.top
    expect.soft(isBelow, `${stop.name} is not above ${last.name}`).toBe(true)
  }
}

async function expectStillness(page: Page): Promise<void> {
  const moving = () => page.evaluate(() => document.getAnimations().length)
  expect.soft(await moving()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect.soft(await moving(), 'at the end of the page').toBe(0)
}

/**
 * Runs in the page, so it uses nothing from outside itself. Returns the texts that would not print
 * as dark letters on white paper.
 */
function darkOnWhite(): string[] {
  const problems: string[] = []
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  if (canvas !== 'rgb(255, 255, 255)') problems.push(`the sheet is ${canvas}`)

  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility() || element.closest('svg')) continue
    for (const pseudo of [null, '::before', '::after']) {
      const { color, backgroundColor, backgroundImage, boxShadow } = getComputedStyle(
        element,
        pseudo,
      )
      const name = `${element.tagName}${pseudo ?? ''} ${element.textContent?.slice(0, 40)}`
      if (backgroundImage !== 'none' || !isClear(backgroundColor)) problems.push(`ground: ${name}`)
      if (boxShadow !== 'none') problems.push(`shadow: ${name}`)
      if (brightest(color) > 100) problems.push(`${color}: ${name}`)
    }
  }
  return problems

  function isClear(color: string): boolean {
    return color === 'rgba(0, 0, 0, 0)'
  }
  function brightest(color: string): number {
    return Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number))
  }
}

for (const path of KINDS) {
  test(`${path} works by keyboard, for axe, at every width and zoom, and on paper`, async ({
    open,
  }) => {
    // Some 30 measurements of a page, each of which looks at every letter.
    test.slow()
    const page = await openStill(open, path)
    await test.step('Tab goes in reading order, and the focus is always visible', async () => {
      await expectTabOrder(page)
      await page.evaluate(scrollToTop)
    })
    await test.step('axe finds nothing', async () => {
      for (const size of [PHONE, { width: 1280, height: 800 }]) {
        await page.setViewportSize(size)
        expect.soft(await violations(page), `at ${size.width} px`).toEqual([])
      }
    })
    await test.step('nothing moves with reduced motion', () => expectStillness(page))
    await test.step('it prints dark on white', async () => {
      await page.emulateMedia({ media: 'print' })
      expect.soft(await page.evaluate(darkOnWhite)).toEqual([])
      await page.emulateMedia({ media: 'screen' })
    })
    await test.step('it keeps its layout, with wide spacing and long words too', async () => {
      await expectSound(page)
      await page.evaluate(spaceOut)
      await expectSound(page, [...ZOOMED, { width: 1440, height: 900 }], 'with wide text spacing')
      await page.evaluate(tightenAgain)
      await page.evaluate(lengthenWords, LONG_WORD)
      const columns = [768, 1024, 1440].map((width) => ({ width, height: 900 }))
      await expectSound(page, [...ZOOMED, ...columns], 'with long words')
    })
  })
}
