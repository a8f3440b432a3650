import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'

const WEB = join(ROOT, 'web')

/** The only sources with colours: the palette, black and white for paper, and sample products. */
const SOURCES = ['content/brand.ts', 'design/theme.ts', 'design/art/stories/products.ts']

const HEX = /(?<=[\s'"`(,])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi
const GREY = /#(?:(.)\1+|(..)\2\2)$/

/** The names of the sources in which a colour other than a grey is written. */
async function sourcesWithColours(): Promise<string[]> {
  const names = (await readdir(WEB, { recursive: true })).filter(
    (name) => /\.(?:tsx?|svg|css)$/.test(name) && !/^dist|node_modules/.test(name),
  )
  expect(names.length).toBeGreaterThan(150)
  const found = await Promise.all(
    names.map(async (name) => {
      const colours = (await readFile(join(WEB, name), 'utf8')).match(HEX) ?? []
      return colours.some((colour) => !GREY.test(colour)) ? [name] : []
    }),
  )
  return found.flat()
}

test('only the palette and the sample products write colours as values', async () => {
  expect((await sourcesWithColours()).filter((name) => !SOURCES.includes(name))).toEqual([])
})

test('components take their colours from the roles of the theme', async () => {
  const parts = ['app', 'pages', 'sections', 'ui', 'waitlist']
  const names = await Promise.all(
    parts.map(async (part) =>
      (await readdir(join(WEB, part), { recursive: true }))
        .filter((name) => /\.tsx?$/.test(name))
        .map((name) => join(part, name)),
    ),
  )
  expect(names.flat().length).toBeGreaterThan(50)
  const others = await Promise.all(
    names.flat().map(async (name) => {
      const source = await readFile(join(WEB, name), 'utf8')
      return /\bshades\.ts|\brgba?\(|content\/brand\.ts.*palette/.test(source) ? [name] : []
    }),
  )
  expect(others.flat()).toEqual([])
})
