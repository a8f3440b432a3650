import { type KeyInput, type LaunchOptions, launch } from 'puppeteer-core'
import { findOnPath } from '../../../support/on-path.ts'
import type { Visitor, VisitorKind } from './visitor.ts'

const NAMED: Readonly<Record<string, KeyInput>> = { '\t': 'Tab', '\n': 'Enter' }

// A busy machine starts the browser slowly.
const TIMEOUT = 100_000

const FIREFOX = ['firefox-esr', 'firefox']

/** Firefox, by WebDriver BiDi. */
export const firefox: VisitorKind = {
  name: 'Firefox',
  missing: () =>
    findOnPath(...FIREFOX) ? undefined : `none of ${FIREFOX.join(', ')} is on the PATH`,
  open: ({ scripts = true, elsewhere }) => {
    const [host, port] = elsewhere.split(':')
    return visit({
      browser: 'firefox',
      executablePath: findOnPath(...FIREFOX) ?? '',
      timeout: TIMEOUT,
      extraPrefsFirefox: {
        'javascript.enabled': scripts,
        'network.proxy.type': 1,
        'network.proxy.ssl': host,
        'network.proxy.ssl_port': Number(port),
      },
    })
  },
}

async function visit(options: LaunchOptions): Promise<Visitor> {
  const browser = await launch(options)
  const page = await browser.newPage()
  page.setDefaultTimeout(TIMEOUT)
  return {
    go: async (address) => {
      await page.goto(address)
    },
    run: (inPage, ...args) => page.evaluate(inPage as (...values: unknown[]) => never, ...args),
    click: (selector) => page.locator(selector).click(),
    type: (selector, text) => page.type(selector, text),
    keys: async (text) => {
      for (const key of text) await page.keyboard.press(NAMED[key] ?? (key as KeyInput))
    },
    choose: async (select, value) => {
      await page.select(select, value)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  }
}
