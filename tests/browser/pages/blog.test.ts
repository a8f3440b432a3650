// Guards pages-without-scripts.

import type { Page } from '@playwright/test'
import { readPosts } from '../../../web/build/checks/frontmatter.ts'
import { blogTabs, blogWords, caseStudies } from '../../../web/content/blog.ts'
import { postPath } from '../../../web/content/post.ts'
import { expect, type Open, test } from '../../support/browser/test.ts'
import { headline, openStill } from '../../support/routes.ts'
import { NO_SCRIPT } from '../../support/site.ts'

const DATE = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/

const ids = (await readPosts()).map(({ id }) => id)

/** Without case studies, the blog has no tabs. */
const hasTabs = caseStudies.length > 0

const posts = (page: Page) =>
  hasTabs ? page.getByRole('tabpanel', { name: blogTabs.posts }) : page.getByRole('main')
const studies = (page: Page) => page.getByRole('tabpanel', { name: blogTabs.caseStudies })

test.describe('the blog', () => {
  const openBlog = (open: Open) => openStill(open, '/blog')

  test('shows its articles first, each with a short English date', async ({ open }) => {
    const page = await openBlog(open)
    const cards = posts(page).getByRole('article')
    await expect(cards).toHaveCount(ids.length)
    await expect(studies(page)).toHaveCount(0)
    const dates = await cards.locator('time').allTextContents()
    expect(dates).toHaveLength(ids.length)
    for (const date of dates) expect(date).toMatch(DATE)
    for (const card of await cards.all()) {
      await expect(card.getByRole('img')).toHaveAttribute('aria-label', /\w+ \w+/)
      await expect(card.getByText(/^\d+ min read$/)).toHaveCount(1)
      await expect(card.getByRole('heading', { level: 2 })).toHaveCount(1)
    }
  })

  test('selects a tab by a click', async ({ open }) => {
    test.skip(!hasTabs, 'without case studies, the blog has no tabs')
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await expect(studies(page)).toBeVisible()
    await expect(posts(page)).toHaveCount(0)
  })

  test('a tab and a case study have an address', async ({ open }) => {
    test.skip(!hasTabs, 'without case studies, the blog has no tabs')
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await expect(page).toHaveURL(/#case-studies$/)
    await page.reload()
    await expect(studies(page)).toBeVisible()
    const last = caseStudies.at(-1)
    const linked = await openStill(open, `/blog#${last?.id}`)
    await expect(studies(linked)).toBeVisible()
    const top = async () =>
      (await linked.getByRole('heading', { name: last?.title ?? '' }).boundingBox())?.y
    await expect.poll(top).toBeLessThan(600)
    expect(await top()).toBeGreaterThan(0)
  })

  test('Back returns to the place in the case studies', async ({ open }) => {
    test.skip(!hasTabs, 'without case studies, the blog has no tabs')
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await expect(studies(page)).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 900))
    const scrollY = () => page.evaluate(() => window.scrollY)
    await expect.poll(scrollY).toBe(900)
    await page.locator('header a[href="/pricing"]').filter({ visible: true }).click()
    await expect(headline(page, '/pricing')).toBeVisible()
    await page.goBack()
    await expect(studies(page)).toBeVisible()
    await page.waitForTimeout(300)
    expect(await scrollY()).toBe(900)
  })

  for (const id of ids) {
    test(`expands the article ${id} when its address is opened`, async ({ open }) => {
      const page = await openStill(open, postPath(id))
      const card = page.locator(`#${id}`)
      const top = async () => (await card.boundingBox())?.y
      await expect(card.getByText(blogWords.showLess)).toBeVisible()
      await expect.poll(top).toBeLessThan(300)
      expect(await top()).toBeGreaterThan(0)
      const closed = page.getByText(blogWords.readMore).filter({ visible: true })
      await expect(closed).toHaveCount(ids.length - 1)
      const texts = page.locator('details > div').filter({ visible: true })
      await expect(texts, 'only its text').toHaveCount(1)
    })
  }

  test('shows the facts, the story and only the first two results of a case study', async ({
    open,
  }) => {
    test.skip(!hasTabs, 'without case studies, the blog has no tabs')
    const page = await openBlog(open)
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await expect(studies(page).getByRole('article')).toHaveCount(caseStudies.length)
    for (const study of caseStudies) {
      const card = studies(page).getByRole('article').filter({ hasText: study.title })
      for (const text of [blogWords.caseStudy, study.client, study.industry, study.timeline]) {
        await expect(card.getByText(text, { exact: true }), text).toHaveCount(1)
      }
      for (const text of [study.challenge, study.solution, study.testimonial]) {
        await expect(card.getByText(text), text).toBeVisible()
      }
      await expect(card.getByRole('listitem')).toHaveText(study.results.slice(0, 2))
      const button = card.getByRole('button', { name: blogWords.viewCaseStudy })
      await expect(button).toBeDisabled()
      await expect(card.getByText(blogWords.noFullCaseStudy)).toBeVisible()
      await expect(button).toHaveAccessibleDescription(blogWords.noFullCaseStudy)
    }
  })

  test('can be read without JavaScript', async ({ open }) => {
    const page = await open('/blog', NO_SCRIPT)
    const articles = page.getByRole('article')
    await expect(articles).toHaveCount(ids.length + caseStudies.length)
    const text = articles.first().locator('details p').first()
    await expect(text).toBeHidden()
    await page.getByText(blogWords.readMore).first().click()
    await expect(text).toBeVisible()
    await expect(articles.nth(1).locator('details p').first()).toBeHidden()
    for (const { testimonial } of caseStudies) {
      await expect(page.getByText(testimonial)).toBeVisible()
    }
    await expect(page.getByRole('tab')).toHaveCount(0)
    for (const label of hasTabs ? Object.values(blogTabs) : []) {
      await expect(page.getByText(label, { exact: true }).last(), label).toBeVisible()
    }
  })
})
