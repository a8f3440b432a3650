import type { Browser, CDPSession, Page } from 'playwright'
import { hydrated } from '../../../tests/support/routes.ts'
import { PHONE } from '../../../tests/support/site.ts'
import type { Figures } from '../rounds.ts'
import { SLOWDOWN } from './visit.ts'

/** The part of Chromium's trace format that is read here. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly args?: { readonly frame_reporter?: { state: string; scroll_state: string } }
}

/** Frames of the page and no others: nothing else is scrolled. */
const SCROLLED = /^SCROLL_(COMPOSITOR|MAIN)_THREAD$/

/** One drag of a finger: from and to these heights of the window, in CSS pixels. */
const [FROM, TO, STEP] = [700, 100, 15]

/** A finger reports its place this often. In milliseconds. */
const BETWEEN_REPORTS = 12

async function drag(page: Page, session: CDPSession): Promise<void> {
  for (let y = FROM; y > TO; y -= STEP) {
    const type = y === FROM ? 'touchStart' : 'touchMove'
    const touchPoints = [{ x: PHONE.width / 2, y }]
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
    await page.waitForTimeout(BETWEEN_REPORTS)
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const isAtEnd = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollHeight } = document.documentElement
    return window.scrollY + window.innerHeight >= scrollHeight - 1
  })

/**
 * Scrolls a page from top to end with a finger, on a slow phone.
 * @returns in percent of the frames with something new: those that were not shown, and those that
 *   were scrolled in time, but with content of the frame before
 */
export async function scrolling(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(url)
  await hydrated(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await browser.startTracing(page, { categories: ['cc', 'benchmark'] })
  while (!(await isAtEnd(page))) await drag(page, session)
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  await context.close()
  const states = trace.traceEvents.flatMap(({ name, ph, args }) => {
    const report = args?.frame_reporter
    const isFrame = name === 'PipelineReporter' && ph === 'b' && report
    return isFrame && SCROLLED.test(report.scroll_state) ? [report.state] : []
  })
  const count = (state: string) => states.filter((found) => found === `STATE_${state}`).length
  const [late, dropped] = [count('PRESENTED_PARTIAL'), count('DROPPED')]
  const frames = count('PRESENTED_ALL') + late + dropped
  if (frames === 0) throw new Error(`The trace has no frame of a scroll of ${url}`)
  return { 'dropped frames, %': (dropped / frames) * 100, 'late frames, %': (late / frames) * 100 }
}
