import type { Browser, CDPSession, Page } from 'playwright'
import { hydrated } from '../../../tests/support/routes.ts'
import { PHONE } from '../../../tests/support/site.ts'
import { SLOWDOWN } from './visit.ts'

/** What Chromium's trace says about the frames while a finger scrolls a page. */
export interface Scroll {
  /** The share of frames with something new that were not shown. */
  readonly dropped: number
  /** The share of those that were scrolled in time, but with content of the frame before. */
  readonly late: number
}

/** The part of Chromium's trace format that is read here. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly args?: { readonly frame_reporter?: FrameReport }
}

interface FrameReport {
  readonly state: string
  readonly scroll_state: string
}

/** Frames of the page and no others: nothing else is scrolled. */
const SCROLLED = /^SCROLL_(COMPOSITOR|MAIN)_THREAD$/

/** One drag of a finger: from and to these heights of the window, in CSS pixels. */
const [FROM, TO, STEP] = [700, 100, 15]

/** A finger reports its place this often. In milliseconds. */
const BETWEEN_REPORTS = 12

async function drag(page: Page, session: CDPSession): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: PHONE.width / 2, y }] })
  await touch('touchStart', FROM)
  for (let y = FROM - STEP; y > TO; y -= STEP) {
    await touch('touchMove', y)
    await page.waitForTimeout(BETWEEN_REPORTS)
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const isAtEnd = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollHeight } = document.documentElement
    return window.scrollY + window.innerHeight >= scrollHeight - 1
  })

/** Scrolls a page from top to end with a finger, on a slow phone. */
export async function scrolling(browser: Browser, url: string): Promise<Scroll> {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(url)
  await hydrated(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await browser.startTracing(page, { categories: ['cc', 'benchmark'] })
  while (!(await isAtEnd(page))) await drag(page, session)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: TraceEvent[]
  }
  await context.close()
  const states = traceEvents.flatMap(({ name, ph, args }) => {
    const report = args?.frame_reporter
    const isFrame = name === 'PipelineReporter' && ph === 'b' && report
    return isFrame && SCROLLED.test(report.scroll_state) ? [report.state] : []
  })
  const count = (state: string) => states.filter((found) => found === `STATE_${state}`).length
  const late = count('PRESENTED_PARTIAL')
  const dropped = count('DROPPED')
  const frames = count('PRESENTED_ALL') + late + dropped
  if (frames === 0) throw new Error(`The trace has no frame of a scroll of ${url}`)
  return { late: late / frames, dropped: dropped / frames }
}
