import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { blogTabs, blogWords, caseStudies } from '../../../web/content/blog.ts'
import { readPosts } from '../../../web/content/checks/frontmatter.ts'
import { postPath } from '../../../web/content/post.ts'
import { openStill } from '../../support/routes.ts'
import { NO_SCRIPT, useSite } from '../../support/site.ts'

const DATE = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/

const ids = (await readPosts()).map(({ id }) => id)

const posts = (page: Page) => page.getByRole('tabpanel', { name: blogTabs.posts })
const studies = (page: Page) => page.getByRole('tabpanel', { name: blogTabs.caseStudies })

describe('the blog', () => {
  const site = useSite()
  const openBlog = () => openStill(site, '/blog')

  test('shows three articles first, each with a short English date', async () => {
    const page = await openBlog()
    const cards = posts(page).getByRole('article')
    expect(await cards.count()).toBe(3)
    expect(await studies(page).count()).toBe(0)
    const dates = await cards.locator('time').allTextContents()
    expect(dates).toHaveLength(3)
    for (const date of dates) expect(date).toMatch(DATE)
    for (const card of await cards.all()) {
      expect(await card.getByRole('img').getAttribute('aria-label')).toMatch(/\w+ \w+/)
      expect(await card.getByText(/^\d+ min read$/).count()).toBe(1)
      expect(await card.getByRole('heading', { level: 2 }).count()).toBe(1)
    }
  })

  test('selects a tab by a click', async () => {
    const page = await openBlog()
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await studies(page).waitFor()
    expect(await posts(page).count()).toBe(0)
  })

  test.each(ids)('expands the article %s when its address is opened', async (id) => {
    const page = await openStill(site, postPath(id))
    const card = page.locator(`#${id}`)
    const top = async () => (await card.boundingBox())?.y
    await card.getByRole('button', { name: blogWords.showLess }).waitFor()
    await expect.poll(top).toBeLessThan(300)
    expect(await top()).toBeGreaterThan(0)
    expect(await page.getByRole('button', { name: blogWords.readMore }).count()).toBe(2)
  })

  test('shows the facts, the story and only the first two results of a case study', async () => {
    const page = await openBlog()
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    expect(await studies(page).getByRole('article').count()).toBe(3)
    for (const study of caseStudies) {
      const card = studies(page).getByRole('article').filter({ hasText: study.title })
      for (const text of ['Case Study', study.client, study.industry, study.timeline]) {
        expect(await card.getByText(text, { exact: true }).count(), text).toBe(1)
      }
      for (const text of [study.challenge, study.solution, study.testimonial]) {
        expect(await card.getByText(text).isVisible(), text).toBe(true)
      }
      expect(await card.getByRole('listitem').allTextContents()).toEqual(study.results.slice(0, 2))
      const button = card.getByRole('button', { name: 'View Full Case Study' })
      expect(await button.isDisabled()).toBe(true)
      const why = card.getByText(blogWords.noFullCaseStudy)
      expect(await why.isVisible()).toBe(true)
      expect(await button.getAttribute('aria-describedby')).toBe(await why.getAttribute('id'))
    }
  })

  test('shows everything without JavaScript', async () => {
    const page = await site.open('/blog', NO_SCRIPT)
    expect(await page.getByRole('article').count()).toBe(6)
    expect(await page.locator('article [hidden]:not(:visible)').count()).toBe(0)
    expect(await page.getByText('A test before you upload').isVisible()).toBe(true)
    for (const { testimonial } of caseStudies) {
      expect(await page.getByText(testimonial).isVisible()).toBe(true)
    }
    expect(await page.getByRole('tab').count()).toBe(0)
    expect(await page.getByRole('button', { name: blogWords.readMore }).count()).toBe(0)
  })
})
