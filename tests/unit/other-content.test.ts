import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type HTMLElement, parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { faq } from '../../web/content/faq.ts'
import { testimonials } from '../../web/content/testimonials.ts'
import { trusted } from '../../web/content/waitlist.ts'
import { copyTree } from '../support/tree.ts'

const run = promisify(execFile)

/** What an owner may do who has no customers yet, but more to sell. By file of `web/content`. */
const CHANGES: readonly (readonly [file: string, from: RegExp, to: (found: string) => string])[] = [
  ['testimonials.ts', /items: \[.*\] as/s, () => 'items: [] as'],
  ['faq.ts', /items: \[.*\] as/s, () => 'items: [] as'],
  ['waitlist.ts', /names: \[[^\]]*\]/, () => 'names: []'],
  ['blog.ts', /CaseStudy\[\] = \[.*\]/s, () => 'CaseStudy[] = []'],
  [
    'plans.ts',
    / {2}\{\n {4}name: 'Pro',.*?\n {2}\},\n/s,
    (pro) => pro + pro.replace('Pro', 'Team').replace('true', 'false'),
  ],
]

/** One site for all that is asked of it: a build takes a while. */
async function buildOther(): Promise<(file: string) => Promise<HTMLElement>> {
  const tree = await copyTree()
  for (const [name, from, to] of CHANGES) {
    const file = join(tree, 'web/content', name)
    const before = await readFile(file, 'utf8')
    expect(before, name).toMatch(from)
    await writeFile(file, before.replace(from, to))
  }
  await run('npx', ['tsc', '-p', 'web', '--noEmit'], { cwd: tree })
  await run('npm', ['run', 'build', '-w', 'web'], { cwd: tree })
  return async (file) => parse(await readFile(join(tree, 'web/dist/client', file), 'utf8'))
}

test('lists that are empty leave no headings, and a site may have more plans', async () => {
  const read = await buildOther()

  const [home, pricing, blog, waitlist] = await Promise.all(
    ['index.html', 'pricing.html', 'blog.html', 'waitlist.html'].map(read),
  )
  expect(home?.text).not.toContain(testimonials.title)
  expect(waitlist?.text).not.toContain(trusted.title)
  expect(blog?.querySelectorAll('[role=tab], [role=tabpanel]').length).toBe(0)
  expect(blog?.querySelectorAll('article').length).toBe(3)
  expect(pricing?.text).not.toContain(faq.title)
  expect(pricing?.outerHTML).not.toContain('FAQPage')

  expect(pricing?.querySelectorAll('article h2').map(({ text }) => text)).toEqual([
    'Free',
    'Pro',
    'Team',
  ])
  const alt = pricing?.querySelector('meta[property="og:image:alt"]')?.getAttribute('content')
  expect(alt, 'as many as the picture has room for').toMatch(/price tags that say \$0 and \$12\.$/)
}, 300_000)
