import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import GithubSlugger from 'github-slugger'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toString as textOf } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { MAIL_KINDS } from '../../api/src/mail/kinds.ts'
import { generated } from './generated.ts'
import { RECORD } from './words.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const PAGES = ['.', 'docs', 'docs/decisions', '.github', 'tools/break']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
  .filter((file) => file.endsWith('.md'))

/** Returns the anchors that GitHub generates for a page's headings. */
function anchorsOf(file: string): Set<string> {
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  visit(fromMarkdown(read(file)), 'heading', (heading) => {
    anchors.add(slugger.slug(textOf(heading)))
  })
  return anchors
}

/** Returns the links and pictures of a page that point into the repository. */
function targetsOf(file: string): string[] {
  const targets: string[] = []
  visit(fromMarkdown(read(file)), (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      if (!URL.canParse(node.url)) targets.push(node.url)
    }
  })
  return targets
}

/**
 * Returns the repository's files and folders that a page mentions in code. `web/dist` and `web/public` may not exist.
 */
const namedFiles = (file: string): string[] =>
  [...read(file).matchAll(/`((?:api|deploy|docs|migrations|nginx|tests|web)\/[\w./+-]*)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/^web\/(dist|public)\b/.test(name))

function isBroken(file: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const found = path === '' ? file : relative(ROOT, resolve(ROOT, dirname(file), path))
  if (found.startsWith('..') || !existsSync(join(ROOT, found))) return true
  return anchor !== undefined && !anchorsOf(found).has(anchor)
}

test.each(PAGES)('every relative link in %s points to an existing file and heading', (file) => {
  expect(targetsOf(file).filter((target) => isBroken(file, target))).toEqual([])
})

test.each(PAGES)('every file that %s mentions exists', (file) => {
  expect(namedFiles(file).filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
})

test.each(['docs', 'docs/decisions'])('the index of %s links to each of its pages', (folder) => {
  const index = `${folder}/README.md`
  const pages = PAGES.filter((file) => dirname(file) === folder && file !== index)
  const linked = targetsOf(index).map((target) => join(folder, target.split('#', 1)[0] ?? ''))
  expect(pages.filter((file) => !linked.includes(file))).toEqual([])
})

/** The packages in CONTRIBUTING.md, each with a file that uses it. */
const packages = [...read('CONTRIBUTING.md').matchAll(/^\| `(.+)` \| .+ \| `(.+)` \|$/gm)].map(
  ([, name = '', file = '']) => ({ name, file }),
)

test.each(packages)('the package $name is used in $file', ({ name, file }) => {
  expect(read(file)).toMatch(
    new RegExp(`^(?:import|export) (?!type).* from '${name}(?:/[\\w./-]+)?'$`, 'm'),
  )
})

test.each(MAIL_KINDS)('docs/mail.md says when an email of the kind “%s” is sent', (kind) => {
  expect(read('docs/mail.md')).toMatch(new RegExp(`^\\| .*\\(\`${kind}\`\\) \\|`, 'm'))
})

test('the README is at most 8 KB', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8 * 1024)
})

test('the record of sample content is not generated for a translated site', async () => {
  expect(await generated('pt-PT')).not.toHaveProperty([RECORD])
})

// tests/site/specification.test.ts compares the record of the sample's words, because owners change those words.
test.each(Object.entries(await generated()).filter(([file]) => file !== RECORD))(
  '%s is up to date with its sources (npm run docs)',
  (file, text) => {
    expect(read(file)).toBe(text)
  },
)
