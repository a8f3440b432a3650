import { describe, expect } from 'vitest'
import { notFound } from '../../../web/content/errors.ts'
import { hero } from '../../../web/content/home.ts'
import { footer, headerLinks, joinLink } from '../../../web/content/navigation.ts'
import { test } from '../../support/fixtures/browser.ts'
import { PATHS } from '../../support/routes.ts'
import { NO_SCRIPT, NOT_FOUND_NOTE } from '../../support/site.ts'

describe('a prerendered page', () => {
  test.for(PATHS)(
    '%s has header, heading and footer without JavaScript',
    async (path, { open }) => {
      const page = await open(path, NO_SCRIPT)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      const header = page.getByRole('banner')
      for (const { label, to } of [...headerLinks, joinLink]) {
        const link = header.getByRole('link', { name: label, exact: true })
        expect(await link.getAttribute('href')).toBe(to)
      }
      await page.getByRole('contentinfo').getByText(footer.copyright).waitFor()
    },
  )

  test('has its words in the HTML, no inline styles, and scripts of low priority', async ({
    app,
  }) => {
    const { text } = await app.http.get('/').expect(200)
    for (const phrase of hero.title) expect(text).toContain(phrase)
    expect(text).not.toMatch(/<[^>]+\sstyle=/)
    expect(text).toContain(' type="module" async fetchpriority="low">')
    expect(text).not.toContain('modulepreload')
  })

  test('is the response to an unknown path, with status 404 and a link home', async ({
    app,
    open,
  }) => {
    await app.http.get('/no/such/page').expect(404)
    const page = await open('/no/such/page', { ...NO_SCRIPT, expected: [NOT_FOUND_NOTE] })
    await page.getByRole('heading', { level: 1, name: notFound.title }).waitFor()
    const link = page.getByRole('main').getByRole('link', { name: notFound.back })
    expect(await link.getAttribute('href')).toBe('/')
  })
})
