import { globSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clampChroma, formatHex, oklch } from 'culori'
import sharp from 'sharp'
import { palette } from '../../../web/content/palette.ts'
import { buildTree } from '../../support/tree.ts'

/** Values, placeholders, addresses, tags and code. */
const NO_WORDS =
  /\\u.{4}|\$?\{[^{}]*\}+|\{\w+[.]map.*|[\w.]+ &&|<[^>]*>|\]\([^)]*\)|`[^`$\n]*`(?![^{}]*\})|^(?:import|export) .*|^(?:id|date|image|sample): .*|^\w+:(?= )|[^\s[\]]*(?:[@?:][\w/$]\S*|[.]\w{2,}\S*)/gm

/** Simulates text in another language: every vowel gets an accent. */
export function accent(text: string): string {
  let end = 0
  return [...text.matchAll(NO_WORDS), { 0: '', index: text.length }]
    .map(({ 0: kept, index }) => {
      const words = text.slice(end, index)
      end = index + kept.length
      return words.replaceAll(/[aeiouy]/gi, '$&\u0301').normalize() + kept
    })
    .join('')
}

const CODE = /\/\*[\s\S]*?\*\/|\/\/.*|from '.*|`\/[^`]*`|'(?:[A-Z]+|[^A-Z\s']\S*?)?'/
const LITERAL = /'(?:[^'\\\n]|\\.)*'|`[^`]*`|"[^"\n]*"/
const CODE_OR_LITERAL = new RegExp(`(${CODE.source})|${LITERAL.source}`, 'g')

/** Translates a module’s words, but not comments, imports, or names such as `USD` and `/features`. */
export const accentCode = (source: string): string =>
  source.replaceAll(CODE_OR_LITERAL, (all, code) => code ?? accent(all))

/** Translates all content. */
export async function translate(content: string): Promise<void> {
  for (const name of globSync('{*,*/*}.{ts,mdx}', { cwd: content })) {
    await edit(join(content, name), name.endsWith('.ts') ? accentCode : accent)
  }
}

const POST = `---
id: a-quokka
title: A post
excerpt: What it is about.
date: 2025-09-02
readTime: 4 min read
category: Hooks
image: quokka.jpg
imageAlt: A candle
---

Words of \`{shop}\` and \`undefined\`, ~~struck out~~ in Łódź → Việt Ω fine, with [plans](/pricing) and a [feed](/feed.xml).

![A drawing](/pictures/named.svg)

| What  | Price |
| ----- | ----: |
| A kit |   $12 |

- [x] Done
`

/** A page in a nested folder, which becomes the first link in the header and in a footer column. */
export const ADDED_PAGE = {
  path: '/quokkas/burrow',
  title: accent('Burrow of the quokkas'),
  label: accent('Burrow'),
}
const ADDED_SOURCE = `
  import { PageHead } from '../../../sections/PageHead.tsx'
  export const Page = () => <PageHead title="${ADDED_PAGE.title}" text="${accent('Facts.')}" />`

/** A language that writes dates, numbers and prices differently from English. */
export const LANGUAGE = 'pt-PT'

/** The palette of `web/content/palette.ts` with all hues turned and every colour darker. */
const otherPalette = Object.entries(palette).map(([name, hex]) => {
  const { l = 0, c = 0, h = 0 } = oklch(hex) ?? {}
  return [name, formatHex(clampChroma({ mode: 'oklch', l: l * 0.97, c, h: h + 100 }, 'oklch'))]
})

/** Words that an owner is unlikely to choose, so that a test can tell the two sites apart. */
export const ANOTHER_BRAND = {
  name: 'Quokka Lanterns',
  company: 'Quokka Lanterns, Pty Ltd',
  origin: 'https://quokka.example',
  postalAddress: '1 Quokka Street, Perth',
}

const PALETTE = `
export const palette = ${JSON.stringify(Object.fromEntries(otherPalette))} as const
export const accentName = 'záffré'
`

const BRAND = `
import { type Brand, type BrandDefaults, readBrand } from '../../contract/brand-settings.ts'

export const defaults: BrandDefaults = {
  BRAND_NAME: '${ANOTHER_BRAND.name}',
  BRAND_COMPANY: '${ANOTHER_BRAND.company}',
  BRAND_SUPPORT_EMAIL: 'support@quokka.example',
  BRAND_PRIVACY_EMAIL: 'privacy@quokka.example',
  BRAND_POSTAL_ADDRESS: '${ANOTHER_BRAND.postalAddress}',
  BRAND_INSTAGRAM_URL: 'https://www.instagram.com/quokka.example',
  BRAND_LINKEDIN_URL: 'none',
  BRAND_PRODUCT_HUNT_URL: 'none',
  BRAND_PRODUCT_HUNT_BADGE_URL: 'https://api.producthunt.com/widgets/quokka.svg',
}

export const builtIn = new Date().getUTCFullYear()
export const brand: Brand = readBrand(process.env, defaults)
`

/** The name of a plan that is added after the plans in `web/content/plans.ts`. */
export const ADDED_PLAN = 'Qúókká hérd'

async function edit(file: string, change: (own: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')))
}

/** The content of an owner who has no customers yet but more to sell, by file in `web/content`. */
const CONTENT = {
  about: `
    import { hiring as ownHiring, journey as own } from './own-about.ts'
    export const hiring: typeof ownHiring = null
    export const journey = { ...own, items: [] as typeof own.items }`,
  navigation: `
    import { footer as own, headerLinks as ownLinks, type NavLink } from './own-navigation.ts'
    const added: NavLink = { label: '${ADDED_PAGE.label}', to: '${ADDED_PAGE.path}' }
    export const headerLinks = [added, ...ownLinks]
    export const footer = {
      ...own,
      columns: own.columns.map(({ title, links }) => ({
        title,
        links: [...(title === '${accent('Company')}' ? [added] : []), ...links.filter(({ to }) => to !== null)],
      })),
    }`,
  mails: `
    import { letterhead as own } from './own-mails.ts'
    export const letterhead = { ...own, sign: '❖' }`,
  pages: `
    import { pages as own } from './own-pages.ts'
    export const pages: typeof own = {
      ...own,
      '${ADDED_PAGE.path}': {
        title: '${ADDED_PAGE.title}',
        description: '${accent('Facts for people who write about us.')}',
      },
    }`,
  testimonials: `
    import { testimonials as own } from './own-testimonials.ts'
    export const testimonials = { ...own, items: [] as typeof own.items }`,
  faq: `
    import { type FaqItem, faq as own } from './own-faq.ts'
    export const faq = { ...own, items: [] as readonly FaqItem[] }`,
  waitlist: `
    import { counter as ownCounter, trusted as own } from './own-waitlist.ts'
    export const counter: typeof ownCounter = null
    export const trusted = { ...own, names: [] as readonly string[] }`,
  blog: `
    import type { CaseStudy } from './own-blog.ts'
    export const caseStudies: readonly CaseStudy[] = []`,
  plans: `
    import { type Plan, plans as own } from './own-plans.ts'
    const added: Plan = { ...(own.at(-1) ?? own[0]), name: '${ADDED_PLAN}', popular: false }
    export const plans: readonly [Plan, ...Plan[]] = [...own, added]`,
}

/** The width and height, in pixels, of the photograph that the article names. */
export const PHOTO = { width: 960, height: 540 }

/** A photograph and a drawing that the article names. */
async function addPictures(folder: string): Promise<void> {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path d="M0 0h9"/></svg>'
  await Promise.all([
    sharp({ create: { ...PHOTO, channels: 3, background: '#808080' } }).toFile(
      join(folder, 'quokka.jpg'),
    ),
    writeFile(join(folder, 'named.svg'), drawing),
  ])
}

/** Replaces a module with one that re-exports the rest of the original. */
async function replaceContent(content: string, name: string, source: string): Promise<void> {
  await rename(join(content, `${name}.ts`), join(content, `own-${name}.ts`))
  await writeFile(join(content, `${name}.ts`), `export * from './own-${name}.ts'\n${source}\n`)
}

/** Returns the environment without the brand's settings, which would override `brand.ts`. */
const withoutBrand = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:BRAND_|SITE_URL$)/.test(name)),
  )

/** Changes a copy of the tree as another owner would, and builds the site. Returns the build's notes. */
export async function buildAnother(tree: string): Promise<string> {
  const content = join(tree, 'web/content')
  await writeFile(join(content, 'posts/a-quokka.mdx'), POST)
  await translate(content)
  await writeFile(join(content, 'brand.ts'), BRAND)
  await writeFile(join(content, 'palette.ts'), PALETTE)
  await edit(join(tree, 'contract/words.ts'), (own) => own.replace('en-US', LANGUAGE))
  await addPictures(join(tree, 'web/pictures'))
  const currency = JSON.stringify({ code: 'EUR', name: accent('euros') })
  await edit(join(content, 'plans.ts'), (own) => own.replace(/(?<=: Currency = ).*/, currency))
  await edit(join(tree, 'contract/fields.ts'), (own) =>
    own.replace(/^ {2}company: {[\s\S]*?^ {2}},$/m, ''),
  )
  for (const [name, source] of Object.entries(CONTENT)) {
    await replaceContent(content, name, source)
  }
  await mkdir(join(tree, 'web/pages', ADDED_PAGE.path), { recursive: true })
  await writeFile(join(tree, 'web/pages', ADDED_PAGE.path, '+Page.tsx'), ADDED_SOURCE)
  const { stderr } = await buildTree(tree, {
    ...withoutBrand(),
    SITE_URL: ANOTHER_BRAND.origin,
    REFERRALS: 'off',
  })
  return stderr
}
