import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { readBrand } from '../../../api/src/owner/cli/board.ts'
import { LANGUAGE } from '../../../contract/words.ts'
import { readTemplates } from '../../../letters/templates.ts'
import { makeMails } from '../../../local/site/mails.ts'
import { brand } from '../../../web/content/brand.ts'
import { mailFooter, mails as words } from '../../../web/content/mails.ts'
import { mark } from '../../../web/design/mark.ts'
import { SITE } from '../../support/site-setup.ts'

const KINDS = ['confirm', 'remind', 'invite', 'claim', 'announce'] as const

/** The placeholders of each email. The worker and `waitlist announce` know no others. */
const HOLDERS = {
  confirm: ['confirm', 'data', 'leave'],
  remind: ['confirm', 'data', 'leave'],
  invite: ['data', 'friend', 'leave', 'until'],
  claim: ['claim', 'data', 'friend', 'leave', 'until'],
  announce: ['body', 'data', 'leave', 'subject'],
} as const

/**
 * The largest allowed HTML of an email, in bytes. Gmail clips emails at 102 KB, and the frame must leave room for a
 * letter.
 */
const MOST_BYTES = 30_000

/** Matches styles that Outlook or Gmail ignores. */
const UNSUPPORTED =
  /\b(?:flex|grid|position|float|gap|var\(|calc\(|clamp\(|url\(|\d(?:rem|ch|vw)\b)/

const mails = () => readTemplates(join(SITE, 'mails.json'))
const placeholdersOf = (text: string) =>
  [...new Set([...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name))].sort()

describe.each(KINDS)('the email “%s”', (kind) => {
  test('an email uses only its own placeholders, in HTML and in plain text', () => {
    const { html, text } = mails()[kind]
    expect(placeholdersOf(html)).toEqual(HOLDERS[kind])
    expect(placeholdersOf(text)).toEqual(HOLDERS[kind])
  })

  test('an email is short and accessible, and loads no file or script', () => {
    const { subject, html } = mails()[kind]
    expect(Buffer.byteLength(html)).toBeLessThan(MOST_BYTES)
    const root = parse(html)
    const languages = root.querySelectorAll('[lang]').map(({ attributes }) => attributes['lang'])
    expect([...new Set(languages)]).toEqual([LANGUAGE])
    expect(root.querySelector('title')?.text).toBe(subject)
    const scheme = root.querySelector('meta[name=color-scheme]')?.getAttribute('content')
    expect(scheme).toBe('light dark')
    const loading = 'script, link, img, iframe, form, [src], [background]'
    expect(root.querySelectorAll(loading)).toEqual([])
    expect(html).not.toMatch(/@import|@font-face|url\(|\bon\w+=/)
  })

  test('an email uses no style that Gmail or Outlook ignores', () => {
    const root = parse(mails()[kind].html)
    const styles = root.querySelectorAll('[style]').map((one) => one.getAttribute('style') ?? '')
    expect(styles.length).toBeGreaterThan(10)
    const inLetters = Object.values(mails().styles)
    expect([...styles, ...inLetters].filter((style) => UNSUPPORTED.test(style))).toEqual([])
  })

  // SpamAssassin (HTML_FONT_LOW_CONTRAST) assumes that a heading is black, and the sky behind the title is dark.
  test('a heading has the colour of its section', () => {
    const headings = parse(mails()[kind].html).querySelectorAll('h1, h2, h3')
    const ownColors = headings.filter((one) =>
      /(?:^|;)color:/.test(one.getAttribute('style') ?? ''),
    )
    expect(headings.length).toBeGreaterThan(0)
    expect(ownColors.map(String)).toEqual([])
  })

  test('an email’s HTML and plain text say who sent it, why and whom to contact', () => {
    const { name, origin, supportEmail } = mails()
    const { html, text } = mails()[kind]
    for (const part of [text, parse(html).text]) {
      for (const said of [name, origin, supportEmail, words[kind].why]) expect(part).toContain(said)
    }
    expect(text).not.toMatch(/<\/?[a-z][^>]*>|&\w+;|\u200b|\u00a0/)
    for (const { label, to } of mailFooter.links) expect(text).toContain(`${label} ${to}\n`)
  })
})

test('the invitation asks for a reply with a prepared subject', () => {
  const { invite, supportEmail } = mails()
  expect(invite.text).toContain(words.invite.steps[0])
  expect(invite.html).toMatch(
    new RegExp(`href="mailto:${supportEmail}\\?subject=[^"]+${encodeURIComponent(brand.name)}"`),
  )
  expect(invite.text).toContain(`${words.invite.button.label} ${supportEmail}`)
})

describe('mails.json', () => {
  test('emails made without a build are the same as the build’s emails', async () => {
    expect(await makeMails()).toEqual(mails())
    expect(await readBrand(join(SITE, 'mails.json'))).toMatchObject({
      name: brand.name,
      look: { icon: expect.stringContaining(mark.star) },
    })
  })
})
