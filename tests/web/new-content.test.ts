import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fastify from 'fastify'
import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { site } from '../../api/local/site/site.ts'
import { WITHOUT_ENV_FILE } from '../../api/local/site-build.ts'
import { aboutHead } from '../../web/content/about.ts'
import { files } from '../../web/content/files.ts'
import { paths } from '../../web/content/navigation.ts'
import { postPath } from '../../web/content/post.ts'
import { launchBrowser } from '../support/browser.ts'
import { openPage } from '../support/browser-page.ts'
import { hydrated } from '../support/routes.ts'
import { PHONE } from '../support/site.ts'
import { copyTree } from '../support/tree.ts'

const MOVED = '/company/about'

/** All that Markdown can say, and lines that are wider than a phone. */
const POST = `---
id: a-post
title: A post
excerpt: What it is about.
date: 2025-09-02
readTime: 4 min read
category: Hooks
image: hook
imageAlt: A candle
---

Words of \`{shop}\` and \`undefined\`, ~~struck out~~, with a [feed](/feed.xml), [plans](/pricing) and [a place](#a-post).

## A heading

\`\`\`js
const line = '${'that goes on and on, '.repeat(20)}'
\`\`\`

> Said by somebody.

![A candle](/share/home.png)

---

| What  | Price | ${'A long column | '.repeat(8)}
| ----- | ----: | ${':-----------: | '.repeat(8)}
| A kit |   $12 | ${'incomparably | '.repeat(8)}

- [x] Done
- [ ] Not yet
`

/** Moves a page to a folder within a folder, and its address with it. */
async function moveAbout(web: string): Promise<void> {
  await mkdir(join(web, 'pages/company'))
  await rename(join(web, 'pages/about'), join(web, 'pages/company/about'))
  await replaceIn(join(web, 'pages/company/about/+Page.tsx'), '../../', '../../../')
  await replaceIn(join(web, 'content/navigation.ts'), `'${paths.about}'`, `'${MOVED}'`)
}

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to))
}

let origin: string
let browser: Browser
const ends: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const tree = await copyTree((remove) => ends.unshift(remove))
  await writeFile(join(tree, 'web/content/posts/a-post.mdx'), POST)
  await moveAbout(join(tree, 'web'))
  const env = { ...process.env, ...WITHOUT_ENV_FILE }
  await promisify(execFile)('npm', ['run', 'build', '-w', 'web'], { cwd: tree, env })

  const app = fastify()
  ends.unshift(() => app.close())
  await app.register(site(join(tree, 'web/dist')))
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchBrowser()
  ends.unshift(() => browser.close())
})
afterAll(async () => {
  for (const end of ends) await end()
})

test('a page in a folder within a folder is found in the browser, too', async () => {
  const page = await openPage(browser)
  await page.goto(new URL(MOVED, origin).href)
  await hydrated(page)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(aboutHead.title)
})

/** The article, opened, in a page that answers to clicks. */
async function openPost(): Promise<Locator> {
  const page = await openPage(browser, { viewport: PHONE })
  await page.goto(new URL(postPath('a-post'), origin).href)
  await hydrated(page)
  return page.locator('#a-post')
}

const widths = (element: Locator) =>
  element.evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))

describe('an article', () => {
  test.each([
    ['a long line of code', 'pre'],
    ['a wide table', 'div:has(> table)'],
  ])('is as wide as the page beside %s, which is scrolled by itself', async (_what, selector) => {
    const post = await openPost()
    const element = await widths(post.locator(selector))
    expect(element.scrollWidth).toBeGreaterThan(element.clientWidth)
    const whole = await widths(post.page().locator('html'))
    expect(whole.scrollWidth).toBe(whole.clientWidth)
  })

  test('shows a picture within its own width, once it is seen', async () => {
    const picture = (await openPost()).getByRole('img', { name: 'A candle', exact: true }).last()
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1200)
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    expect(width).toBeLessThan(PHONE.width)
    expect(width / height).toBeCloseTo(1200 / 630, 1)
  })

  test.each([
    ['pre', 'background-color'],
    ['p > code', 'background-color'],
    ['blockquote', 'border-left-width'],
    ['hr', 'margin-top'],
    ['h2:not([id])', 'margin-top'],
  ])('has a look for %s', async (selector, property) => {
    const post = await openPost()
    const look = (element: Locator) =>
      element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
    const plain = await look(post.locator('p').last())
    expect(await look(post.locator(selector).first())).not.toBe(plain)
  })

  test('has tables, tasks and what is struck out', async () => {
    const post = await openPost()
    const prices = post.getByRole('cell', { name: '$12' })
    expect(await prices.evaluate((cell) => getComputedStyle(cell).textAlign)).toMatch(/right$/)
    expect(await post.getByRole('columnheader').count()).toBe(10)
    expect(
      await post
        .getByRole('checkbox')
        .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked)),
    ).toEqual([true, false])
    expect(await post.locator('del').textContent()).toBe('struck out')
  })

  test('leads to pages without loading a document, and to files by one', async () => {
    const post = await openPost()
    const page = post.page()
    await page.evaluate(() => Object.assign(window, { same: true }))
    await post.getByRole('link', { name: 'plans' }).click()
    await page.waitForURL(new URL(paths.pricing, origin).href)
    expect(await page.evaluate(() => 'same' in window)).toBe(true)

    await page.goBack()
    const [answer] = await Promise.all([
      page.waitForResponse(new URL(files.feed, origin).href),
      post.getByRole('link', { name: 'feed' }).click(),
    ])
    expect(answer.status()).toBe(200)
  })
})
