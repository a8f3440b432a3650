import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver'
import { findOnPath } from '../../../support/on-path.ts'
import { freePort } from '../../../support/ports.ts'
import type { Visitor, VisitorKind } from './visitor.ts'

const NAMED: Readonly<Record<string, string>> = { '\t': Key.TAB, '\n': Key.ENTER }

const PROGRAMS = ['WebKitWebDriver', 'Xvfb']

/** WebKitGTK's MiniBrowser, by WebDriver. It has no headless mode, so it gets a display in memory. */
export const webkit: VisitorKind = {
  name: 'WebKit',
  missing: () => {
    const absent = PROGRAMS.filter((name) => findOnPath(name) === undefined)
    return absent.length > 0 ? `${absent.join(' and ')} is not on the PATH` : undefined
  },
  open: async ({ scripts = true, elsewhere }) => {
    const folder = await slimControls()
    const { display, stop: stopDisplay } = await startDisplay()
    const { port, service } = await startDriver({ DISPLAY: display, XDG_CONFIG_HOME: folder })
    const stop = async () => {
      await end(service)
      await stopDisplay()
      await rm(folder, { recursive: true })
    }
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        proxy: { proxyType: 'manual', sslProxy: elsewhere },
        'webkitgtk:browserOptions': { args: ['--automation', `--enable-javascript=${scripts}`] },
      })
      .build()
    return visitor(driver, stop)
  },
}

function visitor(driver: WebDriver, stop: () => Promise<void>): Visitor {
  const find = (selector: string) => driver.findElement(By.css(selector))
  // The driver does not wait for the end of a smooth scroll.
  const show = (selector: string) =>
    driver.executeScript(
      'arguments[0].scrollIntoView({ behavior: "instant", block: "nearest" })',
      find(selector),
    )
  const inner = () => driver.executeScript<[number, number]>('return [innerWidth, innerHeight]')
  return {
    go: (address) => driver.get(address),
    run: (inPage, ...args) => driver.executeScript(inPage, ...args),
    click: async (selector) => {
      await show(selector)
      await find(selector).click()
    },
    type: async (selector, text) => {
      await show(selector)
      await find(selector).sendKeys(text)
    },
    keys: async (text) => {
      const keys = [...text].map((key) => NAMED[key] ?? key)
      await driver
        .actions()
        .sendKeys(...keys)
        .perform()
    },
    choose: async (select, value) => {
      await show(select)
      await find(`${select} option[value="${value}"]`).click()
    },
    // The window has controls of unknown size, and the page learns its size after a while.
    resize: async (width, height) => {
      let [besideWidth, besideHeight] = [0, 0]
      for (let left = 100; left > 0; left -= 1) {
        const size = { width: width + besideWidth, height: height + besideHeight }
        await driver.manage().window().setRect(size)
        await sleep(200)
        const [innerWidth, innerHeight] = await inner()
        if (innerWidth === width && innerHeight === height) return
        besideWidth = Math.max(0, size.width - innerWidth)
        besideHeight = Math.max(0, size.height - innerHeight)
      }
      throw new Error(`WebKit shows no page of ${width} × ${height} pixels.`)
    },
    close: async () => {
      await driver.quit()
      await stop()
    },
  }
}

/** The toolbar of MiniBrowser keeps the window wider than a phone. This shrinks its controls. */
async function slimControls(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'))
  const css = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; font-size: 1px }'
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(folder, version))
    await writeFile(join(folder, version, 'gtk.css'), css)
  }
  return folder
}

async function startDisplay() {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return { display: `:${String(number).trim()}`, stop: () => end(server) }
}

/** Returns when the driver accepts connections. */
async function startDriver(env: Readonly<Record<string, string>>) {
  const port = await freePort()
  const service = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const status = `http://127.0.0.1:${port}/status`
  for (let left = 600; left > 0; left -= 1) {
    if (await fetch(status).catch(() => undefined)) return { port, service }
    await sleep(100)
  }
  throw new Error('WebKitWebDriver does not respond.')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
