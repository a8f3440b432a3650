// Guards foreign-text, export-import.

import { Readable } from 'node:stream'
import { QUESTION_NAMES } from '@ad-kit/contract'
import { describe, expect, test } from 'vitest'
import { HOSTILE, HOSTILE_TEXT } from '../../../../tests/support/corpus.ts'
import { FREE_TEXT } from '../../../../tests/support/people.ts'
import { toPerson, withoutReferrals } from '../../list/person.ts'
import { csvHeader, linesOf } from './export.ts'
import { readRecords } from './import-file.ts'

const ADA = toPerson({
  email: 'ada@example.com',
  answers: { first_name: 'Ada', last_name: 'Love"lace"', role: 'other' },
  joined_at: '2026-01-31T12:00:00.000000Z',
  confirmed_at: null,
  source: 'press',
  agreed_to: '2026-01-01',
  agreed_at: '2026-01-31T12:00:00.000000Z',
  left_at: null,
  invited_at: null,
  undeliverable_at: null,
  corrected_at: null,
  referral_code: null,
  referrals: null,
  invite_code: null,
  welcomed_at: null,
})

const COLUMNS = [
  ...QUESTION_NAMES,
  'joined_at',
  'confirmed_at',
  'source',
  'referral_code',
  'referrals',
].join()

describe('an export as CSV', () => {
  test('begins with a byte order mark, so that Excel reads UTF-8, and the names of the columns', () => {
    expect(Buffer.from(csvHeader())).toEqual(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${COLUMNS}\r\n`)]),
    )
  })

  test('has a line of Windows for each person, and an empty cell for no answer', () => {
    const lines = linesOf([ADA, ADA], 'csv').split('\r\n')
    expect(lines).toEqual([expect.stringMatching(/,\d{4}-\S+Z,,press,,$/), lines[0], ''])
  })

  test('makes a text of a formula', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1']) {
      expect(linesOf([{ ...ADA, [FREE_TEXT]: text }], 'csv')).toContain(`,'${text},`)
    }
  })
})

test.each([...HOSTILE, HOSTILE_TEXT, 'Kiln;=1+1', 'Kiln\t@SUM(A1)', 'a;-b;+c'])(
  'an export keeps %j in its cell, in every column, and no cell begins a formula',
  async (text) => {
    const withText = (text: string) =>
      Object.fromEntries(COLUMNS.split(',').map((name) => [name, text]))
    const person = { ...ADA, ...withText(text) }
    const csv = csvHeader() + linesOf([person], 'csv')
    expect(csv).not.toMatch(/(?:^|[,;\t])"?[=+\-@\t\r]/m)
    const records = readRecords(Readable.from([Buffer.from(csv)]))
    expect(await Array.fromAsync(records)).toMatchObject([
      { cells: Object.entries(withText(text.replaceAll('\r\n', '\n').trim())) },
    ])
    expect(JSON.parse(linesOf([person], 'ndjson'))).toEqual(withText(text))
  },
)

/** All texts of some characters, up to a length. */
function textsOf(characters: readonly string[], length: number): string[] {
  if (length === 0) return ['']
  const shorter = textsOf(characters, length - 1)
  return ['', ...shorter.flatMap((text) => characters.map((character) => character + text))]
}

test('an import of an export as CSV has each answer byte for byte', async () => {
  const special = textsOf(["'", '"', '=', ';', ',', 'ö'], 4)
  const texts = [...special, "O'Neill & Söhne", 'sep=;', '\u3000', '＝1', "a;''+b", '🙂']
  const names = ['Inês', 'Lo, "Li"', "'-x", "'' '"]
  const people = texts.map((text, index) => ({
    ...ADA,
    email: `ada${index}@example.com`,
    first_name: names[index % names.length] ?? '',
    [FREE_TEXT]: text.trim(),
  }))
  const csv = Buffer.from(csvHeader() + linesOf(people, 'csv'))
  let index = 0
  for await (const record of readRecords(Readable.from([csv]))) {
    const cells = Object.fromEntries('cells' in record ? record.cells : [])
    const { email, first_name, [FREE_TEXT]: text = '' } = Object(people[index])
    expect(cells).toMatchObject({ email, first_name, [FREE_TEXT]: text })
    index += 1
  }
  expect(index).toBe(people.length)
})

test('an export and a person without REFERRALS have no code and no count of friends, and everything else', () => {
  const names = COLUMNS.replace(',referral_code,referrals', '')
  expect(csvHeader(false)).toBe(`\uFEFF${names}\r\n`)
  const [line = ''] = linesOf([ADA], 'ndjson', false).split('\n')
  expect(Object.keys(JSON.parse(line)).join()).toBe(names)
  const { referral_code, referrals, ...others } = ADA
  expect(withoutReferrals(ADA)).toEqual(others)
})

test('an export as NDJSON has an object with every column for each person', () => {
  const lines = linesOf([ADA, ADA], 'ndjson').split('\n')
  expect(lines).toEqual([lines[0], lines[0], ''])
  const names = COLUMNS.split(',') as readonly (keyof typeof ADA)[]
  expect(Object.entries(JSON.parse(lines[0] ?? ''))).toEqual(names.map((name) => [name, ADA[name]]))
})
