import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'

const WEB = join(ROOT, 'web')
const PARTS = ['app', 'pages', 'sections', 'ui', 'waitlist']

/** The sources of what the site shows, but for its design, by their names. */
async function readComponents(): Promise<[name: string, source: string][]> {
  const names = await Promise.all(
    PARTS.map(async (part) =>
      (await readdir(join(WEB, part), { recursive: true })).map((name) => `${part}/${name}`),
    ),
  )
  const sources = names.flat().filter((name) => /\.tsx?$/.test(name))
  return Promise.all(
    sources.map(
      async (name) => [name, await readFile(join(WEB, name), 'utf8')] as [string, string],
    ),
  )
}

test('components have their colours by role', async () => {
  const components = await readComponents()
  expect(components.length).toBeGreaterThan(50)
  expect(
    components
      .filter(([, source]) => /\bpalette\b|#[0-9a-f]{3,8}\b|\brgba?\(/i.test(source))
      .map(([name]) => name),
  ).toEqual([])
})

test('roles take the accent and the sky from the palette', async () => {
  const theme = await readFile(join(WEB, 'design/theme.ts'), 'utf8')
  const raw = theme.match(/'#[0-9a-f]{3,8}'|\brgb\(\d[^)]*\)/gi) ?? []
  const GREY = /^'#([0-9a-f])\1+'$|^'#(..)\2\2'$|^rgb\((\d+) \3 \3 \//i
  expect(raw.filter((value) => !GREY.test(value))).toEqual([])
})
