import type { Page } from '@playwright/test'
import { KINDS, openStill } from '../../support/routes.ts'
import { PHONE } from '../../support/site.ts'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

interface Stop {
  /** Identifies the element in the message of a failing test. */
  readonly name: string
  /** The index among all elements of the document. */
  readonly order: number
  readonly top: number
  readonly bottom: number
  readonly left: number
  /** Whether an outline or a shadow appears on focus. */
  readonly marked: boolean
  /** Whether at least part of the element is uncovered, for example by the header (WCAG 2.4.11). */
  readonly seen: boolean
}

/** Presses Tab from the top of a page until the focus leaves it. */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(describeFocus)
    if (stop === null || stop.order <= (stops.at(0)?.order ?? -1)) return stops
    stops.push(stop)
  }
}

/** Runs in the page, so it cannot use this module's variables. */
function describeFocus(): Stop | null {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return null
  const box = at.getBoundingClientRect()
  const focused = look(at)
  const marked = focused.drawn && focused.key !== unfocusedLook(at)
  return {
    name: `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent ?? at.id}`.trim(),
    order: [...document.querySelectorAll('*')].indexOf(at),
    top: box.top + window.scrollY,
    bottom: box.bottom + window.scrollY,
    left: box.left,
    marked,
    seen: [0.2, 0.5, 0.8].some((part) => {
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height * part)
      return top !== null && (at.contains(top) || top.contains(at))
    }),
  }

  function look(element: Element) {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element)
    const outlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    return {
      key: [outlined ? `${outlineWidth} ${outlineColor}` : 'none', boxShadow].join(),
      drawn: outlined || boxShadow !== 'none',
    }
  }
  /** Inspects a copy, because tabs and tooltips react when the focus moves. */
  function unfocusedLook(element: Element): string {
    const copy = element.cloneNode(false) as Element
    element.after(copy)
    const { key } = look(copy)
    copy.remove()
    return key
  }
}

/** The tab order may jump up by at most this many pixels when it moves to the next column. */
const COLUMN_PX = 900

async function expectTabOrder(page: Page): Promise<void> {
  const stops = await tabThrough(page)
  expect(stops.length).toBeGreaterThan(12)
  for (const [index, stop] of stops.entries()) {
    expect.soft(stop.marked, `the focus shows on ${stop.name}`).toBe(true)
    expect.soft(stop.seen, `nothing lies over ${stop.name}`).toBe(true)
    const last = stops[index - 1]
    if (last === undefined) continue
    expect.soft(stop.order, `${stop.name} comes after ${last.name}`).toBeGreaterThan(last.order)
    const isBeside = stop.left > last.left && last.top - stop.top < COLUMN_PX
    const isBelow = isBeside || stop.bottom >= last.top
    expect.soft(isBelow, `${stop.name} is not above ${last.name}`).toBe(true)
  }
}

async function expectStillness(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => {
      // The header's colour follows the scroll position, which does not count as motion.
      const still = /^(?:offset|computedOffset|easing|composite|background\w+)$/
      const changes = ({ effect }: Animation) =>
        (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame))
      return document
        .getAnimations()
        .filter((animation) => !changes(animation).every((name) => still.test(name))).length
    })
  expect.soft(await moving()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect.soft(await moving(), 'at the end of the page').toBe(0)
}

/** Runs in the page, so it cannot use this module's variables. Returns the text that would not print dark on white. */
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
  test(`${path} works by keyboard, passes axe and prints dark on white`, async ({ open }) => {
    test.slow()
    const page = await openStill(open, path)
    await test.step('the Tab key moves in reading order, and the focus is always visible', () =>
      expectTabOrder(page))
    await test.step('axe finds no problem', async () => {
      for (const size of [PHONE, { width: 1280, height: 800 }]) {
        await page.setViewportSize(size)
        expect.soft(await violations(page), `at ${size.width} px`).toEqual([])
      }
    })
    await test.step('no element moves with reduced motion', () => expectStillness(page))
    await test.step('the page prints dark on white', async () => {
      await page.emulateMedia({ media: 'print' })
      expect.soft(await page.evaluate(darkOnWhite)).toEqual([])
    })
  })
}
