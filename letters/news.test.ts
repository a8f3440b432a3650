import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/for-a-test.ts'
import { ROOT } from '../tests/support/repository.ts'
import { openLetter } from './letter.ts'
import { readNews } from './news.ts'

const letter = (...lines: string[]): string =>
  ['---', 'subject: We open', ...lines, '---', '', 'Hi', ''].join('\n')

/** Writes these files to a folder and reads it. */
function readFiles(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return readNews(pathToFileURL(`${folder}/`))
}

test('only public letters that have been sent are published, newest first', () => {
  const { published, problems } = readFiles({
    'first.md': letter('public: true', 'sent: 2026-10-02'),
    'launch.example.md': letter('public: true', 'sent: 2026-10-02'),
    'not-yet.md': letter('public: true'),
    'second-2.md': letter('public: true', 'sent: 2026-11-29'),
  })
  expect(problems).toEqual([])
  expect(published).toMatchObject([
    { slug: 'second-2', sent: '2026-11-29' },
    { slug: 'first', sent: '2026-10-02' },
  ])
})

test('the example public letter can be sent unchanged', () => {
  const file = join(ROOT, 'web/content/news/launch.example.md')
  expect(openLetter(file)).toMatchObject({ isPublic: true, sent: undefined })
})

test('a site without a letters folder has no news', () => {
  const { href } = pathToFileURL(`${temporaryFolder()}/`)
  expect(readNews(new URL('none/', href))).toEqual({ published: [], problems: [] })
})

test('a public letter with mistakes is refused, and each mistake is listed', () => {
  const { published, problems } = readFiles({
    'Launch day.md': letter('public: true'),
    'private.md': letter(),
    'planned.md': letter('public: true', 'sent: 2999-01-01'),
    'wrong.md': letter('public: true', 'sent: soon'),
  })
  expect(published).toEqual([])
  expect(problems).toEqual([
    expect.stringContaining(
      'web/content/news/Launch day.md: the name becomes part of the page’s address.',
    ),
    expect.stringContaining(
      'web/content/news/planned.md, line 4: sent: 2999-01-01 is in the future.',
    ),
    expect.stringContaining('web/content/news/private.md has no line public: true.'),
    expect.stringContaining('web/content/news/wrong.md, line 4: sent: soon: expected a day'),
  ])
})
