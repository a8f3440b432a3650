import type { Page } from '@playwright/test'
import {
  type ChoiceQuestion,
  FIELDS,
  QUESTION_NAMES,
  type QuestionName,
  type TextQuestion,
  type WaitlistForm,
} from '../../../contract/waitlist.ts'
import { blogTabs, blogWords, caseStudies } from '../../../web/content/blog.ts'
import { hero } from '../../../web/content/home.ts'
import { chrome } from '../../../web/content/navigation.ts'
import { form, notices } from '../../../web/content/waitlist.ts'
import { newPerson, ROLES } from '../../support/people.ts'
import { hydrated, openStill } from '../../support/routes.ts'
import { field } from '../support/form.ts'
import { tabTo } from '../support/keyboard.ts'
import { expect, test } from '../support/test.ts'

/** Answers the focused question. In a select, the down arrow moves from the placeholder to the options. */
async function answer({ keyboard }: Page, name: QuestionName, person: WaitlistForm): Promise<void> {
  const question: TextQuestion | ChoiceQuestion = FIELDS[name]
  if (question.type !== 'choice') return keyboard.type(person[name])
  const place = question.options.findIndex(({ value }) => value === person[name])
  for (let count = 0; count <= place; count += 1) await keyboard.press('ArrowDown')
}

const focused = (page: Page) => page.locator(':focus')

test.describe('with the keyboard', () => {
  test('Enter opens an article in place, and arrow keys cycle through the tabs', async ({
    open,
  }) => {
    const page = await openStill(open, '/blog')
    await tabTo(page, blogWords.readMore)
    await page.keyboard.press('Enter')
    await expect(focused(page)).toHaveText(blogWords.showLess, { useInnerText: true })
    const { y = -1 } = (await focused(page).boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    await page.keyboard.press('Space')
    await expect(focused(page)).toHaveText(blogWords.readMore, { useInnerText: true })

    if (caseStudies.length === 0) return
    await page.goto('/blog')
    await hydrated(page)
    await tabTo(page, blogTabs.posts)
    for (const [key, chosen] of [
      ['ArrowRight', blogTabs.caseStudies],
      ['ArrowRight', blogTabs.posts],
      ['ArrowLeft', blogTabs.caseStudies],
      ['Home', blogTabs.posts],
      ['End', blogTabs.caseStudies],
    ] as const) {
      await page.keyboard.press(key)
      const tab = page.getByRole('tab', { name: chosen, selected: true })
      await expect(tab, key).toBeFocused()
      await expect(page.getByRole('tabpanel', { name: chosen })).toBeVisible()
    }
  })

  test('a visitor can join the waitlist by keyboard', async ({ app, open }) => {
    const person = newPerson({ role: ROLES[1] })
    const page = await openStill(open, '/')
    await page.keyboard.press('Tab')
    await expect(focused(page)).toHaveText(chrome.skip)
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
    await tabTo(page, hero.primary.label)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/waitlist')
    await expect(page.locator('#main')).toBeFocused()

    for (const name of QUESTION_NAMES) {
      await page.keyboard.press('Tab')
      await expect(field(page, name)).toBeFocused()
      await answer(page, name, person)
    }
    const submit = page.getByRole('button', { name: form.submit })
    await expect(submit).toBeEnabled()
    await page.keyboard.press('Tab')
    await expect(submit).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').getByText(notices.joined.title)).toBeVisible()

    const rows = await app.people()
    expect(rows.find(({ email }) => email === person.email)).toMatchObject(
      Object.fromEntries(QUESTION_NAMES.map((name) => [name, person[name]])),
    )
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: notices.dismiss })).toBeFocused()
  })
})
