import type { Browser } from 'playwright'

/** After this time, the page has loaded and its first motion has ended. In milliseconds. */
const SETTLED = 5000

const IDLE = 10_000

/** The processor time of all processes of the browser in ten seconds of a page that nobody touches. In seconds. */
export async function idle(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const session = await browser.newBrowserCDPSession()
  const used = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  await page.goto(url)
  await page.waitForTimeout(SETTLED)
  const before = await used()
  await page.waitForTimeout(IDLE)
  const seconds = (await used()) - before
  await session.detach()
  await context.close()
  return seconds
}
