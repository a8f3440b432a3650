// Guards consent.

import type { Locator } from '@playwright/test'
import { CONSENT, FIELDS, JOINED_PATH, QUESTION_NAMES } from '../../../contract/waitlist.ts'
import {
  aboutClosing,
  aboutHead,
  hiring,
  journey,
  mission,
  values,
} from '../../../web/content/about.ts'
import { blogHead, caseStudies } from '../../../web/content/blog.ts'
import { faq, pricingClosing } from '../../../web/content/faq.ts'
import { featureCards, featuresClosing, featuresHead } from '../../../web/content/features.ts'
import { closing, hero, steps, why } from '../../../web/content/home.ts'
import { joined } from '../../../web/content/joined.ts'
import { joinedPage } from '../../../web/content/joined-page.ts'
import { privacy, terms } from '../../../web/content/legal/legal.ts'
import { plans, pricing } from '../../../web/content/plans.ts'
import { sampleLabel } from '../../../web/content/sample-label.ts'
import { testimonials } from '../../../web/content/testimonials.ts'
import {
  benefits,
  counter,
  form,
  nextSteps,
  trusted,
  waitlistHead,
} from '../../../web/content/waitlist.ts'
import { expect, type Open, test } from '../../support/browser/test.ts'
import { NO_SCRIPT } from '../../support/site.ts'
import { expectWords, type Words } from '../../support/words.ts'

type Action = { readonly label: string; readonly to: string }

const titlesOf = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title)
const linksOf = (...actions: readonly Action[]) =>
  actions.map(({ label, to }) => [label, to] as const)

/** Some words of every section. An empty list is left out with its heading. */
const CONTENT: readonly Words[] = [
  {
    path: '/',
    headings: [
      hero.title.join(' '),
      why.title,
      ...titlesOf(why.benefits),
      steps.title,
      ...titlesOf(steps.items),
      ...(testimonials.items.length > 0 ? [testimonials.title] : []),
      pricing.title,
      ...plans.map(({ name }) => name),
      closing.title,
    ],
    texts: [
      hero.badge,
      hero.note,
      ...hero.claims,
      ...steps.items.map(({ number }) => number),
      ...testimonials.items.flatMap(({ name, content }) => [name, content]),
    ],
    links: linksOf(hero.primary, hero.secondary, closing.primary, closing.secondary),
  },
  {
    path: '/features',
    headings: [featuresHead.title, ...titlesOf(featureCards), featuresClosing.title],
    links: linksOf(featuresHead.primary, featuresClosing.primary, featuresClosing.secondary),
  },
  {
    path: '/pricing',
    headings: [
      pricing.title,
      ...plans.map(({ name }) => name),
      ...(faq.items.length > 0 ? [faq.title] : []),
    ],
    links: linksOf(pricingClosing.primary),
  },
  {
    path: '/about',
    headings: [
      aboutHead.title,
      values.title,
      ...(journey.items.length > 0 ? [journey.title] : []),
      ...titlesOf(journey.items),
      ...(hiring ? [hiring.title] : []),
    ],
    texts: [
      ...mission.paragraphs,
      ...values.items.flatMap(({ title, text }) => [title, text]),
      ...(hiring ? [hiring.button.note] : []),
    ],
    links: linksOf(aboutClosing.primary, aboutClosing.secondary),
  },
  { path: '/blog', headings: [blogHead.title] },
  {
    path: '/waitlist',
    headings: [
      waitlistHead.title,
      form.title,
      benefits.title,
      ...titlesOf(benefits.items),
      nextSteps.title,
      ...titlesOf(nextSteps.items),
      ...(trusted.names.length > 0 ? [trusted.title] : []),
    ],
    texts: [waitlistHead.badge, ...(counter ? [counter.figure] : []), ...trusted.names],
  },
  { path: '/terms', headings: [terms.title] },
  { path: '/privacy', headings: [privacy.title] },
]

test.describe('without JavaScript', () => {
  const openMain = async (open: Open, path: string): Promise<Locator> =>
    (await open(path, NO_SCRIPT)).getByRole('main')

  for (const words of CONTENT) {
    test(`${words.path} has the words of its content`, async ({ open }) => {
      await expectWords(await openMain(open, words.path), words)
    })
  }

  test('each feature card has its description, its badge and its bullets', async ({ open }) => {
    const cards = (await openMain(open, '/features')).getByRole('article')
    await expect(cards).toHaveCount(featureCards.length)
    for (const [index, { description, badge, features }] of featureCards.entries()) {
      const card = cards.nth(index)
      await expect(card.getByText(badge, { exact: true }), badge).toHaveCount(1)
      await expect(card.getByText(description, { exact: true }), badge).toHaveCount(1)
      await expect(card.getByRole('listitem')).toHaveText(features)
    }
  })

  test('each testimonial has the stars of its rating', async ({ open }) => {
    const main = await openMain(open, '/')
    for (const { name, rating } of testimonials.items) {
      const quote = main.getByRole('figure').filter({ hasText: name })
      const stars = quote.getByRole('img', { name: testimonials.ratingLabel(rating) })
      await expect(stars, name).toHaveCount(1)
    }
  })

  test('each answer about pricing opens by a click on its question', async ({ open }) => {
    const main = await openMain(open, '/pricing')
    for (const { question, answer } of faq.items) {
      await expect(main.getByText(answer), question).toBeHidden()
      await main.getByText(question).click()
      await expect(main.getByText(answer)).toBeVisible()
    }
  })

  test('the form shows the text that people agree to, with a link to the privacy policy', async ({
    open,
  }) => {
    const consent = (await openMain(open, '/waitlist')).locator('form').getByText(CONSENT.text)
    await expect(consent).toBeVisible()
    const policy = consent.getByRole('link', { name: form.privacy.link })
    await expect(policy).toHaveAttribute('href', '/privacy')
  })

  test('the page after the form tells a person without JavaScript to look at the inbox', async ({
    open,
  }) => {
    const main = await openMain(open, JOINED_PATH)
    await expect(main.getByText(`${joined.text} ${joinedPage.inbox}`)).toBeVisible()
  })

  for (const [path, count] of [
    ['/', Number(testimonials.sample && testimonials.items.length > 0)],
    // the counter stands as the specification has it
    ['/waitlist', Number(trusted.sample && trusted.names.length > 0)],
    ['/about', Number(journey.sample && journey.items.length > 0)],
    ['/blog', caseStudies.filter(({ sample }) => sample).length],
  ] as const) {
    test(`${path} marks each sample once`, async ({ open }) => {
      const marks = (await openMain(open, path)).getByText(/\bsamples?\b/i)
      await expect(marks).toHaveText(Array(count).fill(sampleLabel))
    })
  }

  for (const path of ['/terms', '/privacy']) {
    test(`${path} has numbered sections under its contents`, async ({ open }) => {
      const main = await openMain(open, path)
      const titles = await main.getByRole('navigation').getByRole('link').allTextContents()
      expect(titles).not.toEqual([])
      const headings = main.getByRole('article').getByRole('heading', { level: 2 })
      await expect(headings).toHaveText(titles.map((title, index) => `${index + 1}. ${title}`))
    })
  }

  test('the privacy page names every question of the form among what is kept', async ({ open }) => {
    const clause = (await openMain(open, '/privacy')).locator('#what-we-keep')
    expect(await clause.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining(QUESTION_NAMES.map((name) => `${FIELDS[name].kept},`)),
    )
  })
})
