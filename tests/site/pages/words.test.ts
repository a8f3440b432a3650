// Guards consent, pages-without-scripts.

import type { HTMLElement } from 'node-html-parser'
import { describe, expect } from 'vitest'
import { CONSENT, FIELDS, JOINED_PATH, QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { journey } from '../../../web/content/about.ts'
import { caseStudies } from '../../../web/content/blog.ts'
import { faq } from '../../../web/content/faq.ts'
import { joined } from '../../../web/content/joined.ts'
import { joinedPage } from '../../../web/content/joined-page.ts'
import { footer, headerLinks, joinLink } from '../../../web/content/navigation.ts'
import { sampleLabel } from '../../../web/content/sample-label.ts'
import { testimonials } from '../../../web/content/testimonials.ts'
import { form, trusted } from '../../../web/content/waitlist.ts'
import { test } from '../../support/fixtures/site.ts'
import { ROUTES } from '../../support/routes.ts'

const textsOf = (element: HTMLElement, selector: string) =>
  element.querySelectorAll(selector).map(({ text }) => text.trim())

describe('without JavaScript', () => {
  test.for(ROUTES)('%s has the header, one headline and the footer', async (path, { read }) => {
    const page = await read(path)
    expect(page.querySelectorAll('h1')).toHaveLength(1)
    for (const { label, to } of [...headerLinks, joinLink]) {
      expect(textsOf(page, `header a[href="${to}"]`), label).toContain(label)
    }
    expect(page.querySelector('footer')?.text).toContain(footer.copyright)
  })

  test('entries of the footer without a page are no links, and social links open a new tab', async ({
    read,
  }) => {
    const page = await read('/')
    const links = page.querySelectorAll('footer a')
    for (const { label, to } of footer.columns.flatMap((column) => column.links)) {
      const targets = links.filter(({ text }) => text.trim() === label)
      const wanted = to ?? undefined
      expect(
        targets.map((link) => link.getAttribute('href')),
        label,
      ).toContain(wanted)
    }
    for (const { label, href } of footer.social) {
      const link = links.find((each) => each.getAttribute('href') === href)
      expect(link?.getAttribute('aria-label') ?? link?.text).toContain(label)
      expect(link?.getAttribute('target')).toBe('_blank')
      expect(link?.getAttribute('rel')).toBe('noopener noreferrer')
    }
  })

  test('each question about pricing has its answer folded below it', async ({ read }) => {
    const folded = (await read('/pricing')).querySelectorAll('main details:not([open])')
    expect(folded.map(({ text }) => text)).toEqual(
      faq.items.map(({ question, answer }) => expect.stringContaining(`${question}${answer}`)),
    )
  })

  test('the form shows the text that people agree to, with a link to the privacy policy', async ({
    read,
  }) => {
    const page = await read('/waitlist')
    expect(page.querySelector('main form')?.text).toContain(CONSENT.text)
    expect(textsOf(page, 'main form a[href="/privacy"]')).toEqual([form.privacy.link])
  })

  test('the page after the form tells a person to look at the inbox', async ({ read }) => {
    const page = await read(JOINED_PATH)
    expect(page.querySelector('main')?.text).toContain(`${joined.text} ${joinedPage.inbox}`)
  })

  test.for([
    ['/', Number(testimonials.sample && testimonials.items.length > 0)],
    // the counter stands as the specification has it
    ['/waitlist', Number(trusted.sample && trusted.names.length > 0)],
    ['/about', Number(journey.sample && journey.items.length > 0)],
    ['/blog', caseStudies.filter(({ sample }) => sample).length],
  ] as const)('%s marks each sample once', async ([path, count], { read }) => {
    const leaves = (await read(path))
      .querySelectorAll('main *')
      .filter(({ children }) => children.length === 0)
    const marks = leaves.map(({ text }) => text).filter((text) => /\bsamples?\b/i.test(text))
    expect(marks).toEqual(Array(count).fill(sampleLabel))
  })

  test.for(['/terms', '/privacy'])(
    '%s has numbered sections under its contents',
    async (path, { read }) => {
      const page = await read(path)
      const titles = textsOf(page, 'main nav a')
      expect(titles).not.toEqual([])
      expect(textsOf(page, 'main article h2')).toEqual(
        titles.map((title, index) => `${index + 1}. ${title}`),
      )
    },
  )

  test('the privacy page names every question of the form among what is kept', async ({ read }) => {
    expect(textsOf(await read('/privacy'), '#what-we-keep li')).toEqual(
      expect.arrayContaining(QUESTION_NAMES.map((name) => `${FIELDS[name].kept},`)),
    )
  })
})
