import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clampChroma, formatHex, oklch } from 'culori'
import fastify from 'fastify'
import type { Browser } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { site } from '../../local/site/serve.ts'
import { palette } from '../../web/content/brand.ts'
import { launchBrowser } from './browser.ts'
import { openPage, type PageOptions } from './browser-page.ts'
import { hydrated } from './routes.ts'
import { buildTree, copyTree } from './tree.ts'

/** Everything that Markdown has, and lines that are wider than a phone. */
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

> Said by a customer.

![A candle](/share/home.png)

---

| What  | Price | ${'A long column | '.repeat(8)}
| ----- | ----: | ${':-----------: | '.repeat(8)}
| A kit |   $12 | ${'incomparably | '.repeat(8)}

- [x] Done
- [ ] Not yet
`

/** A page in a folder within a folder, with a link in the header. */
export const PRESS = { path: '/company/press', title: 'Press room' }
const PRESS_PAGE = {
  '+Page.tsx': `
    import { PageHead } from '../../../sections/PageHead.tsx'
    export const Page = () => <PageHead title="${PRESS.title}" text="Facts and pictures." />`,
  'page.ts': `
    import type { PageMeta } from '../../../routes/page.ts'
    export const page = {
      title: '${PRESS.title}',
      description: 'Facts and pictures for people who write about us.',
      share: { headline: 'Facts and pictures', scene: 'sheet' },
      navigation: { label: 'Press', header: 2.5, footer: { column: 'Company', order: 1.5 } },
    } satisfies PageMeta`,
}

/** The palette of `web/content/brand.ts` with all hues turned and every colour darker. */
const otherPalette = Object.entries(palette).map(([name, hex]) => {
  const { l = 0, c = 0, h = 0 } = oklch(hex) ?? {}
  return [name, formatHex(clampChroma({ mode: 'oklch', l: l * 0.97, c, h: h + 100 }, 'oklch'))]
})

const BRAND = `
import { type Brand, type BrandDefaults, readBrand } from './brand-settings.ts'

export const palette = ${JSON.stringify(Object.fromEntries(otherPalette))} as const
export const accentName = 'teal'

export const defaults: BrandDefaults = {
  BRAND_NAME: 'Northern Lights',
  SITE_URL: 'https://lights.example',
  BRAND_SUPPORT_EMAIL: 'support@lights.example',
  BRAND_PRIVACY_EMAIL: 'privacy@lights.example',
  BRAND_INSTAGRAM_URL: 'https://www.instagram.com/lights.example',
  BRAND_LINKEDIN_URL: 'https://www.linkedin.com/company/lights-example',
  BRAND_PRODUCT_HUNT_URL: 'https://www.producthunt.com/products/lights-example',
  BRAND_PRODUCT_HUNT_BADGE_URL: 'https://api.producthunt.com/widgets/lights.svg',
}

declare const __BRAND__: Brand | undefined

export const brand: Brand =
  typeof __BRAND__ === 'undefined' ? readBrand(process.env, defaults) : __BRAND__
`

/** The content of an owner who has no customers yet, but more to sell. By file of `web/content`. */
const CONTENT = {
  testimonials: `
    import { testimonials as own } from './own-testimonials.ts'
    export const testimonials = { ...own, items: [] as typeof own.items }`,
  faq: `
    import { type FaqItem, faq as own } from './own-faq.ts'
    export const faq = { ...own, items: [] as readonly FaqItem[] }`,
  waitlist: `
    import { trusted as own } from './own-waitlist.ts'
    export const trusted = { ...own, names: [] as readonly string[] }`,
  blog: `
    import type { CaseStudy } from './own-blog.ts'
    export const caseStudies: readonly CaseStudy[] = []`,
  plans: `
    import { type Plan, plans as own } from './own-plans.ts'
    const team: Plan = { ...(own.at(-1) ?? own[0]), name: 'Team', popular: false }
    export const plans: readonly [Plan, ...Plan[]] = [...own, team]`,
}

/** Puts a module in the place of another, whose other exports it passes on. */
async function replaceContent(content: string, name: string, source: string): Promise<void> {
  await rename(join(content, `${name}.ts`), join(content, `own-${name}.ts`))
  await writeFile(join(content, `${name}.ts`), `export * from './own-${name}.ts'\n${source}\n`)
}

/** The environment without the brand's settings, which would win over the brand's file. */
const withoutBrand = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:BRAND_|SITE_URL$)/.test(name)),
  )

/** The site as another owner would change it, built once for all tests of a file. */
export function useAnotherSite() {
  const ends: (() => Promise<unknown>)[] = []
  let tree: string
  let origin: string
  let browser: Browser

  beforeAll(async () => {
    tree = await copyTree((remove) => ends.unshift(remove))
    const content = join(tree, 'web/content')
    await writeFile(join(content, 'brand.ts'), BRAND)
    await writeFile(join(content, 'posts/a-post.mdx'), POST)
    for (const [name, source] of Object.entries(CONTENT)) {
      await replaceContent(content, name, source)
    }
    await mkdir(join(tree, 'web/pages', PRESS.path), { recursive: true })
    for (const [name, source] of Object.entries(PRESS_PAGE)) {
      await writeFile(join(tree, 'web/pages', PRESS.path, name), source)
    }
    await buildTree(tree, withoutBrand())

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
    /** The text of a file that visitors can fetch. */
    read: (file: string) => readFile(join(tree, 'web/dist/client', file), 'utf8'),
    /** Opens a path in a fresh browser context, and waits until the page is hydrated. */
    open: async (path: string, options?: PageOptions) => {
      const page = await openPage(browser, options)
      await page.goto(new URL(path, origin).href)
      await hydrated(page)
      return page
    },
    origin: () => origin,
  }
}
