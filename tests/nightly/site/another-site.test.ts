// Runs by day if a change touches web/build/, web/content/brand.ts,
// tests/nightly/site/another-site.ts.

import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/waitlist.ts'
import { readTemplates } from '../../../letters/templates.ts'
import { hiring, journey } from '../../../web/content/about.ts'
import { brand } from '../../../web/content/brand.ts'
import { exampleProducts } from '../../../web/content/example-products.ts'
import { faq } from '../../../web/content/faq.ts'
import { letterhead } from '../../../web/content/mails.ts'
import { headerLinks } from '../../../web/content/navigation.ts'
import { plans } from '../../../web/content/plans.ts'
import { testimonials } from '../../../web/content/testimonials.ts'
import { counter, trusted } from '../../../web/content/waitlist.ts'
import { pictureShade, shade } from '../../../web/design/shades.ts'
import { readPosts } from '../../../web/routes/posts.ts'
import { copyTree } from '../../support/tree.ts'
import {
  ADDED_PAGE,
  ADDED_PLAN,
  ANOTHER_BRAND,
  accent,
  buildAnother,
  LANGUAGE,
  PHOTO,
} from './another-site.ts'

/** Only these colours are looked for, because the sample products in the case studies keep theirs. */
const ourColours = [...new Set(JSON.stringify([shade, pictureShade]).match(/#[0-9a-f]{6}/g))]
const ourWords = [
  ...[brand.name, new URL(brand.origin).hostname, exampleProducts.candle],
  // nginx's error pages contain the sign as a numeric escape.
  ...[letterhead.sign, `\\${letterhead.sign.codePointAt(0)?.toString(16)} `],
]

/** Strings that are not translated. */
const KNOWN = JSON.stringify([contract, Object.values(ANOTHER_BRAND)])
const NO_WORDS = /Quokka (?:Lanterns|Street)|Perth|setembro de|EUR|\{\{\w+\}\}|\S+[@=/.]\S+/g
const PLAIN_WORD = /(?<!\p{L})[a-z]*[aeiou][a-z]+(?!\p{L})/iu
const READ = ['alt', 'aria-label', 'label', 'placeholder', 'title']

/**
 * Returns the text in a document that is not in the content's language. Pictures are left out, because the owner draws
 * them.
 */
const foreignTexts = (html: string) =>
  parse(html)
    .querySelectorAll(':not(code, script, style, text, tspan)')
    .flatMap(({ attributes, childNodes }) => [
      ...childNodes.filter(({ nodeType }) => nodeType === 3).map(({ text }) => text),
      ...READ.map((name) => attributes[name] ?? ''),
      /description$/.test(attributes['name'] ?? '') ? (attributes['content'] ?? '') : '',
    ])
    .filter((text) => !KNOWN.includes(text.trim().replace(/,$/, '')))
    .filter((text) => PLAIN_WORD.test(text.replaceAll(NO_WORDS, '')))

describe('the site of another owner', () => {
  let tree: string
  let notes: string
  let remove: () => Promise<void>
  beforeAll(async () => {
    tree = await copyTree((atEnd) => {
      remove = atEnd
    })
    notes = await buildAnother(tree)
  }, 600_000)
  afterAll(() => remove())

  /** Reads a file that visitors can fetch. */
  const read = (file: string) => readFile(join(tree, 'web/dist/client', file), 'utf8')

  test('changed content passes the type check without code changes', async () => {
    for (const project of ['web', 'api']) {
      const check = promisify(execFile)('npx', ['tsc', '-p', project, '--noEmit'], { cwd: tree })
      expect((await check.catch((error: { stdout: string }) => error)).stdout).toBe('')
    }
  }, 300_000)

  test('every word that a visitor reads comes from the content or the contract', async () => {
    const files = globSync('**/*.html', { cwd: join(tree, 'web/dist/client') })
    const mails = Object.values<{ html?: string }>(JSON.parse(await read('../mails.json')))
    const pages = await Promise.all(files.map(read))
    const documents = [...pages, ...mails.flatMap(({ html = [] }) => html)]
    expect(documents.filter((document) => !document.includes(` lang="${LANGUAGE}"`))).toEqual([])
    expect(documents.flatMap(foreignTexts)).toEqual([])
    expect(await read('feed.xml')).toContain(`<language>${LANGUAGE}</language>`)
  })

  test('a page that is added as a folder appears in the menus and the sitemap', async () => {
    const { path, title, label } = ADDED_PAGE
    const page = parse(await read(`${path}.html`))
    expect(page.querySelector('h1')?.text).toBe(title)
    expect(await read('sitemap.xml')).toContain(`<loc>${ANOTHER_BRAND.origin}${path}</loc>`)
    const labels = (selector: string) => page.querySelectorAll(selector).map(({ text }) => text)
    const header = [label, ...headerLinks.map((link) => accent(link.label))]
    expect(labels(`header nav[aria-label="${accent('Main')}"] a[href]`)).toEqual(header)
    expect(labels('dialog nav a[href]')).toEqual(header)
    expect(labels('footer li')).toContain(label)
  })

  test('the build reports characters that are missing from the fonts, except symbols', () => {
    expect(notes).toContain('blog.html: browsers draw Ω in another font')
    expect(notes.split('\n').filter((line) => line.includes('browsers draw'))).toHaveLength(1)
  })

  test('characters missing from a font family’s first file are in further files, which pages preload', async () => {
    const { innerHTML } = parse(await read('blog.html'))
    for (const family of ['Display', 'Text']) {
      const ranges = new RegExp(
        `@font-face\\{font-family:${family};[^}]*url\\((/assets/[^)]*)\\)[^}]*unicode-range:([^}]*)`,
        'g',
      )
      const more = [...innerHTML.matchAll(ranges)]
      expect(more.map(([, , range]) => range)).toEqual([
        expect.stringMatching(/U\+141\b.*U\+17a\b/),
        expect.stringContaining('U+1ec7'),
      ])
      for (const [, file] of more)
        expect(innerHTML).toContain(`<link rel="preload" href="${file}" as="font"`)
    }
  })

  test('an article can have a photograph or a drawing', async () => {
    const card = parse(await read('blog.html')).getElementById('a-quokka')
    expect(card?.querySelector('img')?.attributes).toEqual({
      alt: accent('A candle'),
      loading: 'lazy',
      src: '/pictures/quokka.jpg',
      width: String(PHOTO.width),
      height: String(PHOTO.height),
    })
    const published = await readdir(join(tree, 'web/dist/client/pictures'))
    expect(published).toEqual(expect.arrayContaining(['named.svg', 'quokka.jpg']))
  })

  test('the registered name and the postal address appear in the legal texts and in emails', async () => {
    const { name, company, origin, postalAddress } = ANOTHER_BRAND
    for (const page of ['terms.html', 'privacy.html']) {
      const { text } = parse(await read(page))
      expect(text, page).toContain(`${accent('By post:')} ${company}, ${postalAddress}.`)
    }
    const mails = readTemplates(join(tree, 'web/dist/mails.json'))
    expect(mails).toMatchObject({ name, origin })
    const { html, text } = mails.invite
    for (const words of [name, company, origin, mails.supportEmail, postalAddress])
      expect(text).toContain(words)
    expect(html + text + (await read('privacy.html'))).not.toContain(accent('friend'))
  })

  test('no built file contains the sample brand’s colours or names', async () => {
    const dist = join(tree, 'web/dist')
    const isText = (name: string) => /\.\w+$/.test(name) && !/\.(?:br|gz|png|ico|woff2)$/.test(name)
    const names = (await readdir(dist, { recursive: true })).filter(isText)
    expect(names.length).toBeGreaterThan(40)
    const left = await Promise.all(
      names.map(async (name) => {
        const text = (await readFile(join(dist, name), 'utf8')).toLowerCase()
        return [...ourColours, ...ourWords]
          .filter((ours) => text.includes(ours.toLowerCase()))
          .map((ours) => `${name}: ${ours}`)
      }),
    )
    expect(left.flat()).toEqual([])
  })

  test('a link set to `none` has no icon, no badge and no origin in the policy', async () => {
    const home = parse(await read('index.html'))
    const away = home.querySelectorAll('a[target=_blank]').map((link) => link.getAttribute('href'))
    expect(away).toEqual(['https://www.instagram.com/quokka.example'])
    expect(home.querySelector('script[type="application/ld+json"]')?.text).toContain(
      `"sameAs":${JSON.stringify(away)}`,
    )
    expect(await read('privacy.html')).not.toMatch(new RegExp(accent('badge|Product Hunt')))
    expect(await read('../site.json')).not.toContain('producthunt')
  })

  test('empty lists and null content leave no trace on a page', async () => {
    for (const [file, words] of [
      ['index.html', testimonials.title],
      ['waitlist.html', trusted.title],
      ['waitlist.html', counter?.figure],
      ['pricing.html', faq.title],
      ['about.html', journey.title],
      ['about.html', hiring?.title],
      ['about.html', hiring?.button.label],
    ] as const) {
      const html = await read(file)
      expect(html + parse(html).text, file).not.toContain(accent(words ?? ''))
    }
    expect(await read('../samples.json')).not.toMatch(/Counter|Híríng/)
    const blog = parse(await read('blog.html'))
    expect(blog.querySelectorAll('[role=tab], [role=tabpanel]').length).toBe(0)
    expect(blog.querySelectorAll('article').length).toBe((await readPosts()).length + 1)
    const entries = parse(await read('index.html')).querySelectorAll('footer nav li > a')
    expect(entries.length).toBeGreaterThan(5)
    expect(entries.filter((entry) => !entry.hasAttribute('href'))).toEqual([])
  })

  test('a question that is removed from the fields is neither asked nor in the privacy policy', async () => {
    const questions = parse(await read('waitlist.html')).querySelectorAll('form [name]')
    const names = questions.map((question) => question.getAttribute('name'))
    expect(names).toContain('role')
    expect(names).not.toContain('company')
    expect(parse(await read('privacy.html')).text).not.toMatch(/(?:your|and) company/i)
  })

  test('an added plan gets a card, and cards and terms use the plans’ currency', async () => {
    const pricing = parse(await read('pricing.html'))
    const named = pricing.querySelectorAll('article h2').map(({ text }) => text)
    expect(named).toEqual([...plans.map(({ name }) => accent(name)), ADDED_PLAN])
    const prices = [...plans, ...plans.slice(-1)].map(({ price }) =>
      price.replace(/\$(\d+)/, '$1\u00a0€'),
    )
    const cards = pricing.querySelectorAll('article').map(({ text }) => text)
    expect(cards).toEqual(prices.map((price) => expect.stringContaining(price)))

    expect(pricing.text).toContain(accent('Prices are in euros.'))
    expect(parse(await read('terms.html')).text).toContain(
      `${accent('All prices are in euros')} (EUR).`,
    )
    for (const file of ['index.html', 'pricing.html', 'terms.html']) {
      expect(await read(file), file).not.toMatch(/US dollars|USD/)
    }
  })
})
