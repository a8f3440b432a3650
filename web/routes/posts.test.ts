import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { checkFrontmatter, checkPosts } from './posts.ts'

const FILE = 'web/content/posts/a-post.mdx'
const [image] = readdirSync(new URL('../pictures', import.meta.url))
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
  ['Windows line endings', mdx(GOOD).replaceAll('\n', '\r\n')],
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
  [
    'an id that cannot be a fragment',
    mdx({ ...GOOD, id: 'A Post' }),
    ': id must be words-with-hyphens',
  ],
  ['a number as its title', mdx({ ...GOOD, title: 42 }), ': title must be a `string` type'],
  ['invalid YAML', '---\ntitle: "never closed\n---\n', ': its YAML is invalid'],
  ['no front matter', 'Words.', ' has no front matter'],
])('the build rejects an article with %s', (_what, text, sentence) => {
  expect(checkFrontmatter(FILE, text).problems).toEqual([expect.stringContaining(FILE + sentence)])
})

test('the build rejects the second of two articles with the same id', () => {
  const post = (file: string, id: string) => ({ file, value: { ...GOOD, id } })
  const [one, two, again] = [post('a.mdx', 'a'), post('b.mdx', 'b'), post('c.mdx', 'a')]
  expect(checkPosts([one, two])).toEqual([])
  expect(checkPosts([one, two, again])).toEqual(['c.mdx: a.mdx has the same id already: a.'])
})
