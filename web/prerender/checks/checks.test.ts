// Guards build-checks.

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { amountOf, currency, plans } from '../../content/plans.ts'
import { checkFrontmatter, checkPosts } from './frontmatter.ts'
import { checkPlans } from './plans.ts'

const FILE = 'web/content/posts/a-post.mdx'
const [image] = readdirSync(new URL('../../pictures', import.meta.url))
const GOOD = {
  id: 'a-post',
  title: 'A post',
  excerpt: 'What it is about.',
  date: '2025-09-02',
  readTime: '4 min read',
  category: 'Hooks',
  image,
  imageAlt: 'A candle',
}

const mdx = (facts: object): string => `---\n${stringify(facts)}---\n\nWords.\n`

test.each([
  ['line feeds', mdx(GOOD)],
  ['the line ends of Windows', mdx(GOOD).replaceAll('\n', '\r\n')],
])('the build accepts an article with %s', (_what, text) => {
  expect(checkFrontmatter(FILE, text)).toEqual({ value: GOOD, problems: [] })
})

test.each([
  ['no title', mdx({ ...GOOD, title: undefined }), ': title is a required field'],
  ['an impossible date', mdx({ ...GOOD, date: '2025-02-30' }), ': date must be a day like'],
  [
    'an unknown picture',
    mdx({ ...GOOD, image: 'house.svg' }),
    ': there is no picture web/pictures/house.svg',
  ],
  ['an id that is no fragment', mdx({ ...GOOD, id: 'A Post' }), ': id must be words-with-hyphens'],
  ['a number as its title', mdx({ ...GOOD, title: 42 }), ': title must be a `string` type'],
  ['invalid YAML', '---\ntitle: "never closed\n---\n', ': its YAML is invalid'],
  ['no frontmatter', 'Words.', ' has no frontmatter'],
])('the build rejects an article with %s', (_what, text, sentence) => {
  expect(checkFrontmatter(FILE, text).problems).toEqual([expect.stringContaining(FILE + sentence)])
})

test('the build rejects the second of two articles with the same id, and one whose day has begun nowhere', () => {
  const post = (file: string, id: string) => ({ file, value: { ...GOOD, id } })
  const [one, two, again] = [post('a.mdx', 'a'), post('b.mdx', 'b'), post('c.mdx', 'a')]
  const dawn = Date.parse(`${GOOD.date}T00:00+14:00`)
  expect(checkPosts([one, two], dawn)).toEqual([])
  expect(checkPosts([one, two, again], dawn)).toEqual(['c.mdx: a.mdx has the same id already: a.'])
  expect(checkPosts([one], dawn - 1)).toEqual([
    'a.mdx: its date is in the future, but the build would publish it now: 2025-09-02.',
  ])
})

const PLANS = ['One', 'Other'].map((name) => ({ ...plans[0], name, popular: false }))

test.each([
  [
    'two popular ones',
    { popular: true },
    'only one plan can be the most popular, not One and Other.',
  ],
  [
    'a price in another currency',
    { price: '12 £' },
    `the price of One: “12 £” is not a price in ${currency.name}`,
  ],
])('the build rejects plans with %s', (_what, change, sentence) => {
  expect(checkPlans(PLANS, currency)).toEqual([])
  const changed = PLANS.map((plan) => ({ ...plan, ...change }))
  const [problem] = checkPlans(changed, currency)
  expect(problem).toContain(`web/content/plans.ts: ${sentence}`)
})

const EURO = { code: 'EUR', sign: '€', name: 'euros' }

test.each([
  ['€9.50', '9.50'],
  ['9\u00a0€', '9'],
])('the sign of a currency may stand at either side of a price: %s', (price, amount) => {
  expect(amountOf(price, EURO)).toBe(amount)
})

test.each(['9', '$9', '1€2', '€9€', '€', '€9.5', '€9,50'])(
  'a price is a number with the sign of the currency, not %s',
  (price) => {
    expect(() => amountOf(price, EURO)).toThrow(
      `“${price}” is not a price in euros, like €12 or €9.50.`,
    )
  },
)
