import type { Locator, Page } from '@playwright/test'
import { blogTabs, blogWords, caseStudies } from '../../../web/content/blog.ts'
import { postPath } from '../../../web/content/post.ts'
import { readPosts } from '../../../web/routes/posts.ts'
import { headline, hydrated, openStill } from '../../support/routes.ts'
import { MISSING_CHUNK, NO_SCRIPT } from '../../support/site.ts'
import { violations } from '../support/axe.ts'
import { CHUNKS } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

const ids = (await readPosts()).map(({ id }) => id)

/** Without case studies, the blog has no tabs. */
const hasTabs = caseStudies.length > 0

const posts = (page: Page) => page.getByRole('tabpanel', { name: blogTabs.posts })
const studies = (page: Page) => page.getByRole('tabpanel', { name: blogTabs.caseStudies })

test('each tab has an address, and Back restores its scroll position', async ({ open }) => {
  test.skip(!hasTabs, 'without case studies, the blog has no tabs')
  const page = await openStill(open, '/blog')
  await expect(posts(page).getByRole('article')).toHaveCount(ids.length)
  await expect(studies(page)).toHaveCount(0)
  await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
  await expect(studies(page)).toBeVisible()
  await expect(posts(page)).toHaveCount(0)
  const button = studies(page).getByRole('button', { name: blogWords.viewCaseStudy }).first()
  await expect(button).toHaveAccessibleDescription(blogWords.noFullCaseStudy)
  expect(await violations(page)).toEqual([])
  await expect(page).toHaveURL(/#case-studies$/)
  await page.reload()
  await hydrated(page)
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

test('the address of a case study or an article opens only that entry', async ({ open }) => {
  const id = ids.at(-1) ?? ''
  const page = await openStill(open, postPath(id))
  const topOf = async (element: Locator) => (await element.boundingBox())?.y
  const card = page.locator(`#${id}`)
  await expect(card.getByText(blogWords.showLess).first()).toBeVisible()
  await expect.poll(() => topOf(card)).toBeLessThan(300)
  expect(await topOf(card)).toBeGreaterThan(0)
  const texts = page.locator('details > div').filter({ visible: true })
  await expect(texts, 'only its text').toHaveCount(1)
  expect(await violations(page)).toEqual([])
  await card.getByRole('button', { name: blogWords.showLess }).click()
  await expect(texts).toHaveCount(0)
  await expect(card.locator('summary')).toBeFocused()
  await expect(card.locator('summary')).toBeInViewport()

  for (const study of caseStudies.slice(-1)) {
    const other = await openStill(open, `/blog#${study.id}`)
    const title = other.getByRole('heading', { name: study.title })
    await expect.poll(() => topOf(title)).toBeLessThan(600)
    expect(await topOf(title)).toBeGreaterThan(0)
  }
})

test('every article can be read without JavaScript', async ({ open }) => {
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

for (const [what, scripts] of [
  ['no script', '**/*.js'],
  ['only the start script', CHUNKS],
] as const) {
  test(`each tab can open its panel when ${what} can be loaded`, async ({ openBlank }) => {
    test.skip(!hasTabs, 'without case studies, the blog has no tabs')
    const page = await openBlank({ expected: MISSING_CHUNK })
    await page.route(scripts, (route) => route.abort())
    await page.goto('/blog')
    await expect(posts(page)).toBeVisible()
    await expect(studies(page)).toBeHidden()
    await page.getByRole('tab', { name: blogTabs.caseStudies }).click()
    await expect(studies(page)).toBeVisible()
    await expect(posts(page)).toBeHidden()
    const heading = studies(page).getByRole('heading').first()
    await expect(heading).toBeInViewport()
    await page.getByRole('tab', { name: blogTabs.posts }).click()
    await expect(posts(page)).toBeVisible()
    await expect(studies(page)).toBeHidden()

    for (const { id, title } of caseStudies.slice(-1)) {
      await page.goto('/')
      await page.goto(`/blog#${id}`)
      await expect(page.getByRole('heading', { name: title })).toBeInViewport()
      await expect(posts(page)).toBeHidden()
    }
  })
}
