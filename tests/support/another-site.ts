import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify from 'fastify'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { site } from '../../web/serve/site.ts'
import { launchBrowser } from './browser.ts'
import { openPage, type PageOptions } from './browser-page.ts'
import { hydrated } from './routes.ts'
import { buildTree, copyTree } from './tree.ts'

/** Where the page about the company is, in a folder within a folder. */
export const MOVED = '/company/about'

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

/** What an owner may do who has no customers yet, but more to sell. By file of `web/content`. */
const CHANGES: readonly (readonly [file: string, from: RegExp, to: (found: string) => string])[] = [
  ['testimonials.ts', /items: \[.*\] as/s, () => 'items: [] as'],
  ['faq.ts', /items: \[.*\] as/s, () => 'items: [] as'],
  ['waitlist.ts', /names: \[[^\]]*\]/, () => 'names: []'],
  ['blog.ts', /CaseStudy\[\] = \[.*\]/s, () => 'CaseStudy[] = []'],
  [
    'plans.ts',
    / {2}\{\n {4}name: 'Pro',.*?\n {2}\},\n/s,
    (pro) => pro + pro.replace('Pro', 'Team').replace('true', 'false'),
  ],
]

/** @throws Error when the file no longer has what is to be changed */
async function change(file: string, from: RegExp, to: (found: string) => string): Promise<void> {
  const before = await readFile(file, 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${file} has no ${from}.`)
  await writeFile(file, after)
}

/** Moves a page to a folder within a folder, which changes its address. */
async function movePage(pages: string): Promise<void> {
  await mkdir(join(pages, 'company'))
  await rename(join(pages, 'about'), join(pages, 'company/about'))
  for (const file of ['+Page.tsx', 'page.ts']) {
    await change(join(pages, 'company/about', file), /\.\.\/\.\.\//g, () => '../../../')
  }
}

export interface AnotherSite {
  readonly tree: () => string
  /** What the build made of a page. */
  readonly read: (file: string) => Promise<string>
  /** Opens a path in a fresh browser context, and waits until the page answers to clicks. */
  readonly open: (path: string, options?: PageOptions) => Promise<Page>
  readonly origin: () => string
}

/** The site as another owner would change it, for all tests of a file: a build takes a while. */
export function useAnotherSite(): AnotherSite {
  const ends: (() => Promise<unknown>)[] = []
  let tree: string
  let origin: string
  let browser: Browser

  beforeAll(async () => {
    tree = await copyTree((remove) => ends.unshift(remove))
    await writeFile(join(tree, 'web/content/posts/a-post.mdx'), POST)
    for (const [name, from, to] of CHANGES) await change(join(tree, 'web/content', name), from, to)
    await movePage(join(tree, 'web/pages'))
    await buildTree(tree)

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

  return {
    tree: () => tree,
    read: (file) => readFile(join(tree, 'web/dist/client', file), 'utf8'),
    open: async (path, options) => {
      const page = await openPage(browser, options)
      await page.goto(new URL(path, origin).href)
      await hydrated(page)
      return page
    },
    origin: () => origin,
  }
}
