import type { Page } from '@playwright/test'
import { describe, expect } from 'vitest'
import { blogTabs, blogWords, caseStudies } from '../../../web/content/blog.ts'
import { readPosts } from '../../../web/content/checks/frontmatter.ts'
import { postPath } from '../../../web/content/post.ts'
import { type Open, test } from '../../support/fixtures/browser.ts'
import { headline, openStill } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

const DATE = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/

const ids = (await readPosts()).map(({ id }) => id)

const posts = (page: Page) => page.getByRole('tabpanel', { name: blogTabs.posts })
const studies = (page: Page) => page.getByRole('tabpanel', { name: blogTabs.caseStudies })

describe('the blog', () => {
  const openBlog = (open: Open) => openStill(open, '/blog')

  test('shows its articles first, each with a short English date', async ({ open }) => {
    const page = await openBlog(open)
    const cards = posts(page).getByRole('article')
    expect(await cards.count()).toBe(ids.length)
    expect(await studies(page).count()).toBe(0)
    const dates = await cards.locator('time').allTextContents()
    expect(dates).toHaveLength(ids.length)
    for (const date of dates) expect(date).toMatch(DATE)
    for (const card of await cards.all()) {
      expect(await card.getByRole('img').getAttribute('aria-label')).toMatch(/\w+ \w+/)
      expect(await card.getByText(/^\d+ min read$/).count()).toBe(1)
      expect(await card.getByRole('heading', { level: 2 }).count()).toBe(1)
    }
  })

  test('selects a tab by a click', async ({ open }) => {
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await studies(page).waitFor()
    expect(await posts(page).count()).toBe(0)
  })

  test('a tab and a case study have an address', async ({ open }) => {
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#case-studies')
    await page.reload()
    await studies(page).waitFor()
    const last = caseStudies.at(-1)
    const linked = await openStill(open, `/blog#${last?.id}`)
    await studies(linked).waitFor()
    const top = async () =>
      (await linked.getByRole('heading', { name: last?.title ?? '' }).boundingBox())?.y
    await expect.poll(top).toBeLessThan(600)
    expect(await top()).toBeGreaterThan(0)
  })

  test('Back returns to the place in the case studies', async ({ open }) => {
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await studies(page).waitFor()
    await page.evaluate(() => window.scrollTo(0, 900))
    const scrollY = () => page.evaluate(() => window.scrollY)
    await expect.poll(scrollY).toBe(900)
    await page.locator('header a[href="/pricing"]').filter({ visible: true }).click()
    await headline(page, '/pricing').waitFor()
    await page.goBack()
    await studies(page).waitFor()
    await page.waitForTimeout(300)
    expect(await scrollY()).toBe(900)
  })

  test.for(ids)('expands the article %s when its address is opened', async (id, { open }) => {
    const page = await openStill(open, postPath(id))
    const card = page.locator(`#${id}`)
    const top = async () => (await card.boundingBox())?.y
    await card.getByText(blogWords.showLess).waitFor()
    await expect.poll(top).toBeLessThan(300)
    expect(await top()).toBeGreaterThan(0)
    const closed = page.getByText(blogWords.readMore).filter({ visible: true })
    expect(await closed.count()).toBe(ids.length - 1)
    const texts = page.locator('details > div').filter({ visible: true })
    expect(await texts.count(), 'only its text').toBe(1)
  })

  test('shows the facts, the story and only the first two results of a case study', async ({
    open,
  }) => {
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    expect(await studies(page).getByRole('article').count()).toBe(caseStudies.length)
    for (const study of caseStudies) {
      const card = studies(page).getByRole('article').filter({ hasText: study.title })
      for (const text of [blogWords.caseStudy, study.client, study.industry, study.timeline]) {
        expect(await card.getByText(text, { exact: true }).count(), text).toBe(1)
      }
      for (const text of [study.challenge, study.solution, study.testimonial]) {
        expect(await card.getByText(text).isVisible(), text).toBe(true)
      }
      expect(await card.getByRole('listitem').allTextContents()).toEqual(study.results.slice(0, 2))
      const button = card.getByRole('button', { name: blogWords.viewCaseStudy })
      expect(await button.isDisabled()).toBe(true)
      const why = card.getByText(blogWords.noFullCaseStudy)
      expect(await why.isVisible()).toBe(true)
      expect(await button.getAttribute('aria-describedby')).toBe(await why.getAttribute('id'))
    }
  })

  test('can be read without JavaScript', async ({ open }) => {
    const page = await open('/blog', NO_SCRIPT)
    const articles = page.getByRole('article')
    expect(await articles.count()).toBe(ids.length + caseStudies.length)
    const text = articles.first().locator('details p').first()
    expect(await text.isVisible()).toBe(false)
    await page.getByText(blogWords.readMore).first().click()
    expect(await text.isVisible()).toBe(true)
    expect(await articles.nth(1).locator('details p').first().isVisible()).toBe(false)
    for (const { testimonial } of caseStudies) {
      expect(await page.getByText(testimonial).isVisible()).toBe(true)
    }
    expect(await page.getByRole('tab').count()).toBe(0)
    for (const label of Object.values(blogTabs)) {
      expect(await page.getByText(label, { exact: true }).last().isVisible(), label).toBe(true)
    }
  })
})
