import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { brand } from '../../web/content/brand.ts'
import { notFound } from '../../web/content/errors.ts'
import { hero, steps, why } from '../../web/content/home.ts'
import { footer, headerLinks, joinLink } from '../../web/content/navigation.ts'
import { pageMeta } from '../../web/content/pages.ts'
import { plans, pricing } from '../../web/content/plans.ts'
import { testimonials } from '../../web/content/testimonials.ts'
import { benefits, counter, nextSteps, trusted, waitlistHead } from '../../web/content/waitlist.ts'
import { NO_SCRIPT, NOT_FOUND_NOTE, useSite } from '../support/site.ts'

/** Spec §2: the headline of each route. */
const HEADLINES = {
  '/': 'Turn any product link into high-converting ads.',
  '/features': 'Every part of a brand that sells',
  '/pricing': 'Simple pricing',
  '/about': 'Building the Future of Brand Creation',
  '/blog': 'Insights & Stories',
  '/waitlist': waitlistHead.title,
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
}

describe('a page as it lies on disk', () => {
  const { app, open } = useSite()

  test.each(Object.entries(HEADLINES))('%s is whole without JavaScript', async (path, headline) => {
    const page = await open(path, NO_SCRIPT)
    const { title, description, canonical } = pageMeta(path)

    expect(await page.title()).toBe(title)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toBe(description)
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(canonical)
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([headline])

    const header = page.getByRole('banner')
    for (const { label, to } of [...headerLinks, joinLink]) {
      const link = header.getByRole('link', { name: label, exact: true })
      expect(await link.getAttribute('href')).toBe(to)
    }
    await page.getByRole('contentinfo').getByText(footer.copyright).waitFor()
  })

  test('has its words in the HTML that curl shows', async () => {
    const { text } = await app().http.get('/').expect(200)
    expect(text).toContain('Turn any product link into')
    expect(text).not.toMatch(/<[^>]+\sstyle=/)
  })

  test('fetches its scripts behind all that is seen', async () => {
    const { text } = await app().http.get('/').expect(200)
    expect(text).toContain(' type="module" async fetchpriority="low">')
    expect(text).not.toContain('modulepreload')
  })

  test('lies among nothing that is hidden', async () => {
    const names = await readdir(join(inject('siteDir'), 'client'))
    expect(names).toContain('index.html')
    expect(names.filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('the landing page says all that it has to say', async () => {
    const page = await open('/', NO_SCRIPT)
    const main = page.getByRole('main')
    for (const text of [
      'See it in action',
      ...hero.claims,
      ...why.benefits.map(({ title }) => title),
      ...steps.items.flatMap(({ number, title }) => [number, title]),
      ...testimonials.items.flatMap(({ name, content }) => [name, content]),
      ...plans.flatMap(({ price, period, features }) => [
        `${price} ${period}`.trim(),
        ...features.map(({ text }) => text),
      ]),
      pricing.popular,
      ...plans.flatMap(({ annual = [], commitment = [] }) => [annual, commitment].flat()),
    ]) {
      expect(await main.getByText(text, { exact: true }).first().isVisible(), text).toBe(true)
    }
    for (const title of [
      `Why ${brand.name}`,
      'How it works',
      'Simple pricing',
      'Start Building Your Brand Empire Today',
    ]) {
      expect(await main.getByRole('heading', { level: 2, name: title }).count(), title).toBe(1)
    }
    for (const [name, to] of [
      ['Try free — paste a link', '/waitlist'],
      ['See example ads', '/features'],
      ['Join the Waitlist', '/waitlist'],
      ['Explore Features', '/features'],
    ] as const) {
      expect(await main.getByRole('link', { name }).getAttribute('href'), name).toBe(to)
    }
    expect(await main.getByRole('img', { name: 'Rated 5 out of 5 stars' }).count()).toBe(3)
    expect(await main.getByText(testimonials.sampleNote).count()).toBe(1)
  })

  test('the waitlist page has all its blocks', async () => {
    const page = await open('/waitlist', NO_SCRIPT)
    const main = page.getByRole('main')
    for (const title of [
      'Secure Your Spot',
      'Why Join Early?',
      'What happens next?',
      'Trusted by Innovation Leaders',
      ...benefits.items.map((item) => item.title),
      ...nextSteps.items.map((item) => item.title),
    ]) {
      expect(await main.getByRole('heading', { name: title, exact: true }).count(), title).toBe(1)
    }
    const unsent = nextSteps.items.filter(({ sample }) => sample)
    expect(await main.getByText(nextSteps.sampleNote).count()).toBe(unsent.length)
    expect(await main.getByText('Limited Early Access').count()).toBe(1)
    expect(await main.getByText(counter.figure).count()).toBe(1)
    expect(trusted.names).toHaveLength(5)
    for (const name of trusted.names) expect(await main.getByText(name).count(), name).toBe(1)
  })

  test.each([
    [counter.figure, counter],
    [trusted.title, trusted],
  ])('%s bears the mark of a sample for as long as it is one', async (text, content) => {
    const page = await open('/waitlist', NO_SCRIPT)
    const section = page.locator('section').filter({ has: page.getByText(text) })
    expect(await section.getByText(content.sampleNote).count()).toBe(content.sample ? 1 : 0)
  })

  test('an unknown path is a page with status 404 and a way home', async () => {
    await app().http.get('/no/such/page').expect(404)
    const page = await open('/no/such/page', { ...NO_SCRIPT, expected: [NOT_FOUND_NOTE] })
    await page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
    const link = page.getByRole('main').getByRole('link', { name: notFound.back })
    expect(await link.getAttribute('href')).toBe('/')
  })
})
