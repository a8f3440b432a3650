// Runs by day if a change touches web/app/, tests/nightly/browser/other-browsers.test.ts.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver'
import { JOINED_PATH, QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { pageMeta } from '../../../web/app/head.ts'
import { joined } from '../../../web/content/link-pages.ts'
import { headerLinks } from '../../../web/content/navigation.ts'
import { CHOSEN_NAMES, TYPED_NAMES } from '../../browser/support/form.ts'
import { expect as eager, test as site } from '../../browser/support/test.ts'
import { findOnPath } from '../../support/browser.ts'
import { newPerson } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { PATHS } from '../../support/routes.ts'

// One test goes through every page.
site.describe.configure({ timeout: 300_000 })
const expect = eager.configure({ timeout: 60_000 })

const missing = ['WebKitWebDriver', 'Xvfb'].filter((name) => findOnPath(name) === undefined)

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/**
 * Opens WebKitGTK's MiniBrowser through WebDriver, because Chromium cannot show what fails in Safari's engine, and
 * Debian does not package Playwright's WebKit. The browser has no headless mode, so it gets a display in memory.
 */
async function openWebKit(scripts: boolean) {
  const screen = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await once(display.stdio[3] as Readable, 'data')
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  await expect
    .poll(() => fetch(`${address}/status`).then(({ ok }) => ok, String), 'the driver')
    .toBe(true)
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      // No request leaves this machine.
      proxy: { proxyType: 'manual', sslProxy: '127.0.0.1:9' },
      'webkitgtk:browserOptions': { args: ['--automation', `--enable-javascript=${scripts}`] },
    })
    .build()
  await driver.manage().window().setRect({ width: 1440, height: 1000 })
  const close = async () => {
    await driver.quit()
    await end(service)
    await end(display)
  }
  return { driver, close }
}

const testIn = (scripts: boolean) =>
  site.extend<{ readonly webkit: WebDriver }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of other fixtures from it
    webkit: async ({}, use) => {
      const { driver, close } = await openWebKit(scripts)
      await use(driver)
      await close()
    },
  })

const titleIs = (webkit: WebDriver, path: string) =>
  expect.poll(() => webkit.getTitle(), path).toBe(pageMeta(path).title)

const hydrated = (webkit: WebDriver) =>
  expect
    .poll(() =>
      webkit.executeScript(
        "window.dispatchEvent(new Event('pointermove')); return history.scrollRestoration",
      ),
    )
    .toBe('manual')

site.describe('a visitor in WebKit', () => {
  site.skip(missing.length > 0, `${missing.join(' and ')} is not on the PATH`)

  const test = testIn(true)
  test('each page hydrates and navigates to another page without loading a document', async ({
    app,
    webkit,
  }) => {
    for (const path of PATHS) {
      await webkit.get(app.origin + path)
      await hydrated(webkit)
      await webkit.executeScript('window.same = true')
      const to = path === '/pricing' ? '/about' : '/pricing'
      await webkit.findElement(By.css(`header nav a[href="${to}"]`)).click()
      await titleIs(webkit, to)
      expect(await webkit.executeScript('return window.same'), path).toBe(true)
    }

    await webkit.get(`${app.origin}/waitlist`)
    await hydrated(webkit)
    const person = newPerson()
    const find = async (selector: string) => {
      const element = webkit.findElement(By.css(`main form[action] ${selector}`))
      // The driver does not wait until a smooth scroll ends.
      await webkit.executeScript('arguments[0].scrollIntoView({ behavior: "instant" })', element)
      return element
    }
    for (const name of TYPED_NAMES) await (await find(`[name=${name}]`)).sendKeys(person[name])
    for (const name of CHOSEN_NAMES)
      await (await find(`[name=${name}] option[value="${person[name]}"]`)).click()
    await (await find('[type=submit]')).click()
    await expect.poll(() => webkit.findElement(By.css('main')).getText()).toContain(joined.title)
    expect(await app.people()).toContainEqual(expect.objectContaining({ email: person.email }))
  })

  const testWithoutScripts = testIn(false)
  testWithoutScripts(
    'without JavaScript, each page shows its headline and links, and the form joins by keyboard',
    async ({ app, webkit }) => {
      for (const path of PATHS) {
        await webkit.get(app.origin + path)
        for (const selector of ['main h1', ...headerLinks.map(({ to }) => `nav a[href="${to}"]`)])
          expect(await webkit.findElement(By.css(selector)).isDisplayed(), path).toBe(true)
      }

      // Opening an address puts the focus before the first field of the page.
      await webkit.get(`${app.origin}/waitlist#main`)
      const person = newPerson()
      const keys = QUESTION_NAMES.flatMap((name) => [Key.TAB, ...person[name]])
      await webkit
        .actions()
        .sendKeys(...keys, Key.TAB, Key.ENTER)
        .perform()
      await titleIs(webkit, JOINED_PATH)
      expect(await app.people()).toContainEqual(
        expect.objectContaining({ email: person.email, role: person.role }),
      )
    },
  )
})
