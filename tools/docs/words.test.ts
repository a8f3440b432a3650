import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/for-a-test.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { RECORD, unchanged, wordsOf } from './words.ts'

test('untranslated strings are listed with their file and line', () => {
  const root = temporaryFolder()
  mkdirSync(join(root, dirname(RECORD)), { recursive: true })
  mkdirSync(join(root, 'web/content'), { recursive: true })
  cpSync(join(ROOT, RECORD), join(root, RECORD))
  const lines = [
    "/** 'A comment' */",
    "  back: 'Return to home',",
    "  title: 'Endereço errado',",
    '',
  ]
  writeFileSync(join(root, 'web/content/error-pages.ts'), lines.join('\n'))
  mkdirSync(join(root, 'web/pictures'))
  writeFileSync(join(root, 'web/pictures/hero.svg'), '<text y="1">Shop the glow</text>')
  expect(unchanged(root, wordsOf(root))).toEqual([
    { place: 'web/content/error-pages.ts:2', text: "back: 'Return to home'," },
    { place: 'web/pictures/hero.svg:1', text: 'Shop the glow' },
  ])
})
