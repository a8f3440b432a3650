import type { Locator } from '@playwright/test'
import { QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { blogTabs, caseStudies } from '../../../web/content/blog.ts'
import { faq } from '../../../web/content/faq.ts'
import { joinLink } from '../../../web/content/navigation.ts'
import { form } from '../../../web/content/waitlist.ts'
import { color } from '../../../web/design/theme.ts'
import { hydrated, mainNavigation, openStill } from '../../support/routes.ts'
import { field } from '../support/form.ts'
import { expect, test } from '../support/test.ts'

/** The pages' background as `rgb(…)`, which is how browsers report computed colours. */
const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.page.slice(at, at + 2), 16))
const PAGE = `rgb(${r}, ${g}, ${b})`

/** Returns whether an element has a visible edge, because forced colours remove backgrounds and shadows. */
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

test.describe('in forced colours', () => {
  test('controls, states and pictures remain visible in forced colours', async ({ open }) => {
    const page = await openStill(open, '/waitlist', {
      forcedColors: 'active',
      colorScheme: 'light',
    })
    for (const name of QUESTION_NAMES) {
      expect(await edges(field(page, name)), name).toMatchObject({ border: true })
    }
    for (const button of [
      page.getByRole('button', { name: form.submit }),
      page.getByRole('banner').getByRole('link', { name: joinLink.label }),
    ]) {
      expect(await edges(button)).toMatchObject({ border: true })
    }

    await page.goto('/')
    const grounds = await page
      .locator('svg:has(use, text):not([width="0"])')
      .evaluateAll((pictures) =>
        pictures.map((picture) => getComputedStyle(picture).backgroundColor),
      )
    expect([...new Set(grounds)]).toEqual([PAGE])

    await page.goto('/blog')
    await hydrated(page)
    const link = (path: string) => mainNavigation(page).locator(`[href="${path}"]`)
    expect(await edges(link('/blog'))).toMatchObject({ border: true })
    expect(await edges(link('/pricing'))).toMatchObject({ border: false })
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press('Tab')
      expect(await edges(page.locator(':focus'))).toMatchObject({ outline: true })
    }
    if (caseStudies.length === 0) return
    const tab = (name: string) => page.getByRole('tab', { name })
    expect(await edges(tab(blogTabs.posts))).toMatchObject({ outline: true })
    expect(await edges(tab(blogTabs.caseStudies))).toMatchObject({ outline: false })
  })
})

test.describe('on paper', () => {
  test('collapsed answers and articles are printed', async ({ open }) => {
    const pricing = await openStill(open, '/pricing')
    await pricing.emulateMedia({ media: 'print' })
    for (const { answer } of faq.items) {
      expect((await pricing.getByText(answer).boundingBox())?.height, answer).toBeGreaterThan(10)
    }
    const blog = await openStill(open, '/blog')
    await blog.emulateMedia({ media: 'print' })
    const closed = await blog
      .locator('main [role=tabpanel], main details > div')
      .evaluateAll(
        (elements) =>
          elements.filter((element) => element.getBoundingClientRect().height === 0).length,
      )
    expect(await blog.locator('main details > div').count()).toBeGreaterThan(0)
    expect(closed).toBe(0)
  })
})
