import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../tests/support/repository.ts'

const WEB = join(ROOT, 'web')
const HEX = /(?<=[\s'"`(,])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi
const GREY = /#(?:(.)\1+|(..)\2\2)$/

/** The names of the source files in the given folders of `web` whose text passes a check. */
async function sourcesThat(passes: (text: string) => boolean, folders: RegExp): Promise<string[]> {
  const names = (await readdir(WEB, { recursive: true })).filter(
    (name) => folders.test(name) && /(?<!\.test)\.(?:tsx?|svg|css)$/.test(name),
  )
  expect(names.length).toBeGreaterThan(50)
  const texts = await Promise.all(names.map((name) => readFile(join(WEB, name), 'utf8')))
  return names.filter((_, index) => passes(texts[index] ?? '')).sort()
}

test('only the palette writes colours as values', async () => {
  const hasColour = (text: string) => (text.match(HEX) ?? []).some((colour) => !GREY.test(colour))
  expect(await sourcesThat(hasColour, /^(?!dist|node_modules|pictures)/)).toEqual([
    'content/brand.ts',
  ])
})

test('components take their colours from the roles of the theme', async () => {
  const others = (text: string) => /\bshades\.ts|\brgba?\(|\bpalette\b/.test(text)
  expect(await sourcesThat(others, /^(?:app|pages|sections|ui|waitlist)\//)).toEqual([])
})
