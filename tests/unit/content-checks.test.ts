import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFrontmatter } from '../../web/build/frontmatter.ts'
import { refuse } from '../../web/build/refuse.ts'
import { checkFrontmatter } from '../../web/content/checks/frontmatter.ts'
import { checkPlans } from '../../web/content/checks/plans.ts'
import { checkPosts } from '../../web/content/checks/posts.ts'
import { clauseSchema, postSchema } from '../../web/content/checks/schemas.ts'
import { plans } from '../../web/content/plans.ts'
import { buildTree, copyTree } from '../support/tree.ts'

const FILE = 'web/content/posts/a-post.mdx'
const GOOD = {
  id: 'a-post',
  title: 'A post',
  excerpt: 'What it is about.',
  date: '2025-09-02',
  readTime: '4 min read',
  category: 'Hooks',
  image: 'hook',
  imageAlt: 'A candle',
}

const mdx = (facts: object): string =>
  `---\n${Object.entries(facts)
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n')}\n---\n\nWords.\n`
const problemsOf = (facts: object) => checkFrontmatter(FILE, mdx(facts), postSchema).problems

describe('the build reads an article', () => {
  test('that is whole', () => {
    expect(checkFrontmatter(FILE, mdx(GOOD), postSchema)).toEqual({ value: GOOD, problems: [] })
  })

  test('with the line ends of Windows', () => {
    const text = mdx(GOOD).replaceAll('\n', '\r\n')
    expect(checkFrontmatter(FILE, text, postSchema)).toEqual({ value: GOOD, problems: [] })
  })

  test.each(Object.keys(GOOD))('and refuses it without its %s', (key) => {
    const { [key as keyof typeof GOOD]: _left, ...facts } = GOOD
    expect(problemsOf(facts)).toEqual([`${FILE}: ${key} is a required field.`])
  })

  test.each([
    ['a date that is none', { date: '2025-02-30' }, 'date must be a day like 2025-09-02'],
    ['a date in words', { date: 'Sep 2, 2025' }, 'date must be a day like 2025-09-02'],
    ['a picture that nobody drew', { image: 'house' }, 'image must be one of'],
    ['an id that is no fragment', { id: 'A Post' }, 'id must be words-with-hyphens'],
    ['a number for a title', { title: 42 }, 'title must be a `string` type'],
  ])('and refuses %s', (_what, wrong, sentence) => {
    const problems = problemsOf({ ...GOOD, ...wrong })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`${FILE}: ${sentence}`)
  })

  test('and refuses YAML that is broken, or none at all', () => {
    expect(problemsOf({ title: '"never closed' })[0]).toContain(`${FILE}: its YAML is broken`)
    expect(checkFrontmatter(FILE, 'Words.', postSchema).problems[0]).toContain('has no frontmatter')
  })

  test('and so it does with a clause of the terms', () => {
    const { problems } = checkFrontmatter('terms/01.mdx', mdx({ title: 'Agreement' }), clauseSchema)
    expect(problems).toEqual(['terms/01.mdx: summary is a required field.'])
  })

  test('and finds nothing to refuse on this site', async () => {
    const files = await readFrontmatter('posts/', postSchema)
    expect(files.flatMap(({ problems }) => problems)).toEqual([])
    expect(files).toHaveLength(3)
  })
})

describe('the build reads all articles', () => {
  const post = (file: string, value = {}) => ({ file, value: { ...GOOD, ...value } })

  test('and takes two of one day, which is today', () => {
    expect(checkPosts([post('a.mdx'), post('b.mdx', { id: 'b' })], GOOD.date)).toEqual([])
  })

  test('and refuses two with the same id', () => {
    expect(checkPosts([post('a.mdx'), post('b.mdx')], GOOD.date)).toEqual([
      'b.mdx: its id is that of a.mdx already: a-post.',
    ])
  })

  test('and refuses one of tomorrow', () => {
    expect(checkPosts([post('a.mdx')], '2025-09-01')).toEqual([
      'a.mdx: its date is in the future, and it would be published at once: 2025-09-02.',
    ])
  })
})

describe('the build reads the plans', () => {
  test('of this site and is content', () => {
    expect(checkPlans(plans)).toEqual([])
  })

  test('and refuses two popular ones', () => {
    const [problem] = checkPlans(plans.map((plan) => ({ ...plan, popular: true })))
    expect(problem).toBe(
      'web/content/plans.ts: only one plan can be the most popular, not Free and Pro.',
    )
  })

  test('and refuses a price that machines could not read', () => {
    const [problem] = checkPlans(plans.map((plan) => ({ ...plan, price: '12 €' })))
    expect(problem).toContain(
      'web/content/plans.ts: the price of Free: “12 €” is no price in dollars',
    )
  })
})

test('what is found ends the build, all of it at once', () => {
  expect(() => refuse([])).not.toThrow()
  expect(() => refuse(['one.', 'two.'])).toThrow(
    /content has to be mended first.\n {2}- one.\n {2}- two.$/,
  )
})

test('the build begins with refusing whatever content is wrong', async () => {
  const tree = await copyTree()
  const folders = ['posts', 'legal/terms', 'legal/privacy'].map((name) => `web/content/${name}`)
  for (const folder of folders) await writeFile(join(tree, folder, 'new.mdx'), 'Words.')
  for (const name of ['late', 'later']) {
    const late = mdx({ ...GOOD, date: '9999-12-31' })
    await writeFile(join(tree, `web/content/posts/${name}.mdx`), late)
  }
  const file = join(tree, 'web/content/plans.ts')
  await writeFile(file, (await readFile(file, 'utf8')).replace('$12', '12 €'))

  const { stderr } = await buildTree(tree).catch((error: { stderr: string }) => error)
  for (const folder of folders) expect(stderr).toContain(`- ${folder}/new.mdx has no frontmatter`)
  expect(stderr).toContain('- web/content/plans.ts: the price of Pro')
  expect(stderr).toContain('- web/content/posts/late.mdx: its date is in the future')
  expect(stderr).toContain(
    '- web/content/posts/later.mdx: its id is that of web/content/posts/late',
  )
})
