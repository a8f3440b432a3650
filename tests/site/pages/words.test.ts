import type { HTMLElement } from 'node-html-parser'
import { describe, expect } from 'vitest'
import { CONSENT, FIELDS, QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { journey } from '../../../web/content/about.ts'
import { caseStudies } from '../../../web/content/blog.ts'
import { chrome, footer, headerLinks, joinLink } from '../../../web/content/navigation.ts'
import { testimonials } from '../../../web/content/testimonials.ts'
import { form, trusted } from '../../../web/content/waitlist.ts'
import { ROUTES } from '../../support/routes.ts'
import { test } from '../support/test.ts'

const textsOf = (element: HTMLElement, selector: string) =>
  element.querySelectorAll(selector).map(({ text }) => text.trim())

describe('without JavaScript', () => {
  test.for(ROUTES)(
    '%s shows the header, one headline and the footer, and uses each id once',
    async (path, { read }) => {
      const page = await read(path)
      expect(page.querySelectorAll('h1')).toHaveLength(1)
      const ids = page.querySelectorAll('[id]').map(({ id }) => id)
      expect(ids, 'each id once').toEqual([...new Set(ids)])
      for (const { label, to } of [...headerLinks, joinLink]) {
        expect(textsOf(page, `header a[href="${to}"]`), label).toContain(label)
      }
      expect(page.querySelector('footer')?.text).toContain(footer.copyright)
    },
  )

  test('only footer entries with a page are links, and social networks open in a new tab', async ({
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

  test('the form shows its consent text with a link to the privacy policy', async ({ read }) => {
    const page = await read('/waitlist')
    expect(page.querySelector('main form')?.text).toContain(CONSENT.text)
    expect(textsOf(page, 'main form a[href="/privacy"]')).toEqual([form.privacy.link])
  })

  test.for([
    ['/', Number(testimonials.sample && testimonials.items.length > 0)],
    // The specification shows the counter without a mark.
    ['/waitlist', Number(trusted.sample && trusted.names.length > 0)],
    ['/about', Number(journey.sample && journey.items.length > 0)],
    ['/blog', caseStudies.filter(({ sample }) => sample).length],
  ] as const)('%s marks each sample once', async ([path, count], { read }) => {
    const leaves = (await read(path))
      .querySelectorAll('main *')
      .filter(({ children }) => children.length === 0)
    const marks = leaves.map(({ text }) => text).filter((text) => text === chrome.sample)
    expect(marks).toEqual(Array(count).fill(chrome.sample))
  })

  test('the privacy page lists every question in the form as stored data', async ({ read }) => {
    expect(textsOf(await read('/privacy'), 'main li')).toEqual(
      expect.arrayContaining(QUESTION_NAMES.map((name) => `${FIELDS[name].kept},`)),
    )
  })
})
