import type { Locator } from 'playwright'
import { describe, expect, test } from 'vitest'
import { QUESTION_NAMES } from '../../api/contract/waitlist.ts'
import { blogTabs } from '../../web/content/blog.ts'
import { faq } from '../../web/content/faq.ts'
import { paths } from '../../web/content/navigation.ts'
import { form } from '../../web/content/waitlist.ts'
import { field } from '../support/form.ts'
import { darkOnWhite } from '../support/layout/on-paper.ts'
import { openStill, ROUTES } from '../support/routes.ts'
import { useSite } from '../support/site.ts'

/** `color.page`, as a browser says it. */
const NIGHT = 'rgb(7, 10, 22)'

/** What is drawn around an element: in forced colours, grounds and shadows are gone. */
const edges = (element: Locator) =>
  element.evaluate((target) => {
    const style = getComputedStyle(target)
    const drawn = (kind: string, width: string) => kind !== 'none' && Number.parseFloat(width) > 0
    return {
      border:
        drawn(style.borderTopStyle, style.borderTopWidth) &&
        style.borderTopColor !== 'rgba(0, 0, 0, 0)',
      outline: drawn(style.outlineStyle, style.outlineWidth),
    }
  })

describe('in forced colours', () => {
  const site = useSite()
  const openForced = (path: string) => openStill(site, path, { forcedColors: 'active' })

  test('buttons and fields have borders', async () => {
    const page = await openForced(paths.waitlist)
    for (const name of QUESTION_NAMES) {
      expect(await edges(field(page, name)), name).toMatchObject({ border: true })
    }
    for (const button of [
      page.getByRole('button', { name: form.submit }),
      page.getByRole('banner').getByRole('link', { name: 'Join Waitlist' }),
    ]) {
      expect(await edges(button)).toMatchObject({ border: true })
    }
  })

  test('the page that one is on can be told from the others', async () => {
    const page = await openForced(paths.features)
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
    expect(await edges(link('Features'))).toMatchObject({ border: true })
    expect(await edges(link('Pricing'))).toMatchObject({ border: false })
  })

  test('the chosen tab can be told from the other', async () => {
    const page = await openForced(paths.blog)
    const tab = (name: string) => page.getByRole('tab', { name })
    expect(await edges(tab(blogTabs.posts))).toMatchObject({ outline: true })
    expect(await edges(tab(blogTabs.caseStudies))).toMatchObject({ outline: false })
  })

  test('the popular plan is framed, by a heavier line than the other', async () => {
    const page = await openForced(paths.pricing)
    const frame = (name: string) =>
      page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
        .evaluate((card) => Number.parseFloat(getComputedStyle(card).borderTopWidth))
    expect(await frame('Free')).toBeGreaterThan(0)
    expect(await frame('Pro')).toBeGreaterThan(await frame('Free'))
  })

  test.each([paths.home, paths.features, paths.blog, '/no-such-page'])(
    'on %s pictures keep their night on a light theme',
    async (path) => {
      const page = await openStill(site, path, { forcedColors: 'active', colorScheme: 'light' })
      const grounds = await page
        .locator('svg:has(use, text):not([width="0"])')
        .evaluateAll((pictures) =>
          pictures.map((picture) => getComputedStyle(picture).backgroundColor),
        )
      expect(grounds).not.toEqual([])
      expect(grounds.filter((ground) => ground !== NIGHT)).toEqual([])
    },
  )

  test('the focus is outlined', async () => {
    const page = await openForced(paths.home)
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      expect(await edges(page.locator(':focus'))).toMatchObject({ outline: true })
    }
  })
})

describe('with reduced motion, and on paper', () => {
  const site = useSite()

  test.each(ROUTES)('%s has nothing that moves, and prints dark on white', async (path) => {
    const page = await openStill(site, path)
    const moving = () => page.evaluate(() => document.getAnimations().length)
    expect(await moving()).toBe(0)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await moving(), 'at the end of the page').toBe(0)

    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(darkOnWhite)).toEqual([])
  })

  test('nothing that was closed is missing on paper', async () => {
    const pricing = await openStill(site, paths.pricing)
    await pricing.emulateMedia({ media: 'print' })
    for (const { answer } of faq.items) {
      expect((await pricing.getByText(answer).boundingBox())?.height, answer).toBeGreaterThan(10)
    }
    const blog = await openStill(site, paths.blog)
    await blog.emulateMedia({ media: 'print' })
    const closed = await blog
      .locator('main [hidden]')
      .evaluateAll(
        (elements) =>
          elements.filter((element) => element.getBoundingClientRect().height === 0).length,
      )
    expect(await blog.locator('main [hidden]').count()).toBeGreaterThan(3)
    expect(closed).toBe(0)
  })

  test.each([paths.terms, paths.privacy])('%s is a document', async (path) => {
    const page = await openStill(site, path)
    await page.emulateMedia({ media: 'print' })
    for (const gone of ['banner', 'contentinfo', 'navigation'] as const) {
      expect(await page.getByRole(gone).count(), gone).toBe(0)
    }
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(sheets?.length).toBeGreaterThan(1)
    expect(sheets?.length, 'no wasted paper').toBeLessThan(10)
  })
})
