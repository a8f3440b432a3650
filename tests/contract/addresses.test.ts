import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CORPUS } from './corpus.ts'

const TABLE = new URL('../../docs/email-addresses.md', import.meta.url)

const LONGEST_SHOWN = 60

/** As a table cell shows it, with invisible characters as escapes. */
function shown(value: string): string {
  const visible = value
    .replace(
      /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
      (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
    )
    .replaceAll('|', '\\|')
    .trim()
  return visible.length > LONGEST_SHOWN ? `${visible.slice(0, 8)}…${visible.slice(-24)}` : visible
}

type Row = readonly [what: string, address: string, characters: number]

/** The rows of the table beneath a heading. */
function tableOf(heading: string): Row[] {
  const [, part = ''] = readFileSync(TABLE, 'utf8').split(`## ${heading}\n`)
  const [section = ''] = part.split('\n## ')
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const [, what = '', address = '', characters = ''] = line.split(/(?<!\\)\|/)
    return [
      what.trim(),
      address
        .trim()
        .replace(/^`+|`+$/g, '')
        .trim(),
      Number(characters),
    ]
  })
}

const texts = CORPUS.filter(
  ({ field, value }) => field === 'email' && typeof value === 'string' && value.trim() !== '',
)

describe('docs/email-addresses.md', () => {
  test.each([
    ['Accepted', texts.filter(({ verdict }) => verdict === undefined)],
    ['Refused', texts.filter(({ verdict }) => verdict !== undefined)],
  ])('“%s” has the same rows as the corpus', (heading, cases) => {
    const rows = cases.map(({ what, value }): Row => {
      const text = String(value)
      return [what, shown(text), [...text].length]
    })
    expect(rows.length).toBeGreaterThan(10)
    expect(tableOf(heading)).toEqual(rows)
  })
})
