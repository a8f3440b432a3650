// Runs by day if a change touches web/build/check.ts, web/build/check-pages.ts,
// web/build/finish.ts, web/build/refuse.ts, web/build/run.ts, web/build/pictures/colours.ts, web/content/palette.ts.

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATHS } from '../../support/routes.ts'
import { buildTree, copyTree, runInTree } from '../../support/tree.ts'

/** Content with a problem, by file, and what the build says about it. */
const PROBLEMS = [
  ['content/posts/new.mdx', 'Words.', 'new.mdx has no front matter'],
  [
    'content/letters/after/welcome.md',
    '---\nsubject: Hello\nafter: 0\n---\n\n{{nobody}}\n',
    'welcome.md, line 6: {{nobody}} is unknown',
  ],
  ['content/news/private.md', '---\nsubject: Hello\n---\n', 'private.md has no line public: true'],
  [
    'pictures/case-bars.svg',
    '<svg viewBox="0 0 1 1"><path fill="var(--quokka)" stroke="var(--wombat)"/></svg>',
    'case-bars.svg: var(--quokka), var(--wombat) is not a shade',
  ],
  [
    'pictures/post-test.svg',
    '<svg viewBox="0 0 1 1"><text style="fill: red">?</text></svg>',
    'post-test.svg: a page may not contain style=',
  ],
  [
    'pictures/share.svg',
    '<svg viewBox="0 0 1 1"><use href="art.svg#quokka"/></svg>',
    'share.svg refers to art-quokka',
  ],
  [
    'pages/legal/imprint/+Page.tsx',
    '',
    '+Page.tsx has no title and description in web/content/pages.ts',
  ],
] as const

describe('a build with problems', () => {
  let remove = async () => {}
  let web: string
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(web, file)), { recursive: true })
    await writeFile(join(web, file), text)
  }

  const stderrOf = (build: Promise<unknown>) =>
    build.then(
      () => 'It has not failed.',
      ({ stderr }: { stderr: string }) => stderr,
    )

  beforeAll(async () => {
    const tree = await copyTree((atEnd) => {
      remove = atEnd
    })
    web = join(tree, 'web')
  })
  afterAll(() => remove())

  test('a broken link on any page fails the build, and no manifest is written', async () => {
    const html = '<script src="/entry.js" type="module" async></script><a href="/nowhere">x</a>'
    for (const path of [...PATHS, '/404', '/_answer']) {
      await write(`dist/client/${path === '/' ? 'index' : path}.html`, html)
    }
    // Drawing the icons takes a long time and does not matter here.
    await write('build/files/site-files.ts', 'export const siteFiles = () => ({})')
    const build = runInTree(
      web,
      "process.argv.push('', 'build/finish.ts'); await import('./build/run.ts')",
    )
    const stderr = await stderrOf(build)
    for (const name of ['about', '404']) {
      expect(stderr).toContain(`- ${name}.html: the link “/nowhere” is broken`)
    }
    expect(existsSync(join(web, 'dist/site.json'))).toBe(false)
  })

  test('the build reports an invalid setting or colour in one sentence, without a stack trace', async () => {
    const build = buildTree(dirname(web), { ...process.env, BRAND_SUPPORT_EMAIL: 'nobody' })
    const setting = await stderrOf(build)
    expect(setting).toMatch(
      /These brand settings cannot be used: BRAND_SUPPORT_EMAIL\n {2}BRAND_SUPPORT_EMAIL=nobody \(like /,
    )

    const palette = await readFile(join(web, 'content/palette.ts'), 'utf8')
    await write('content/palette.ts', palette.replace("danger: '#", "danger: '##"))
    const colour = await stderrOf(buildTree(dirname(web)))
    await write('content/palette.ts', palette)
    expect(colour).toMatch(/^palette\.danger is ##\w+: write # and six/m)
    expect(setting + colour).not.toMatch(/^ {4}at /m)
  })

  test('the build lists all problems of the content together', async () => {
    for (const [file, text] of PROBLEMS) await write(file, text)
    // Most drawings use this part.
    const art = await readFile(join(web, 'pictures/art.svg'), 'utf8')
    await write('pictures/art.svg', art.replace('var(--candle-melted)', 'var(--numbat)'))
    const stderr = await stderrOf(buildTree(dirname(web)))
    for (const [file, , problem] of PROBLEMS) {
      expect(stderr).toContain(`- web/${dirname(file)}/${problem}`)
    }
    const [problem, name] = [
      'web/pictures/art.svg: var(--numbat) is not a shade',
      'candle-melted-heart',
    ]
    for (const once of [problem, name]) expect(stderr.split(once), once).toHaveLength(2)
  })
})
