import { Readable } from 'node:stream'
import { QUESTION_NAMES } from '@ad-kit/contract'
import { describe, expect, test } from 'vitest'
import { HOSTILE, HOSTILE_TEXT } from '../../../../tests/support/corpus.ts'
import { toPerson, withoutReferrals } from '../../list/people/person.ts'
import { csvHeader, linesOf } from './export.ts'
import { readRecords } from './import-file.ts'

const ADA = toPerson({
  email: 'ada@example.com',
  answers: { first_name: 'Ada', last_name: 'Love"lace"', role: 'other' },
  joined_at: '2026-01-31T12:00:00.000000Z',
  confirmed_at: null,
  source: 'press',
  consent: '2026-01-01',
  consented_at: '2026-01-31T12:00:00.000000Z',
  left_at: null,
  rejoined_at: null,
  invited_at: null,
  undeliverable_at: null,
  corrected_at: null,
  referral_code: null,
  referrals: null,
  invite_code: null,
  claimed_at: null,
  welcomed_at: null,
})

const COLUMNS = [
  ...QUESTION_NAMES,
  ...['joined_at', 'confirmed_at', 'source', 'referral_code', 'claimed_at', 'referrals'],
].join()

describe('exporting', () => {
  test('a CSV export begins with a byte order mark for Excel and the column names', () => {
    expect(Buffer.from(csvHeader())).toEqual(
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${COLUMNS}\r\n`)]),
    )
  })

  test('a CSV export writes a line for each person, with an empty cell for each missing answer', () => {
    const lines = linesOf([ADA, ADA], 'csv').split('\r\n')
    expect(lines).toEqual([expect.stringMatching(/,\d{4}-\S+Z,,press,,,$/), lines[0], ''])
  })
})

test.each([...HOSTILE, HOSTILE_TEXT, 'Kiln;=1+1', 'Kiln\t@SUM(A1)', 'a;-b;+c'])(
  'an export keeps %j within its cell in every column, and no cell starts a formula',
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

test('REFERRALS=off removes only the code and the count of friends from export and show', () => {
  const names = COLUMNS.replaceAll(/,referral(_code|s)/g, '')
  expect(csvHeader(false)).toBe(`\uFEFF${names}\r\n`)
  const [line = ''] = linesOf([ADA], 'ndjson', false).split('\n')
  expect(Object.keys(JSON.parse(line)).join()).toBe(names)
  const { referral_code, referrals, ...others } = ADA
  expect(withoutReferrals(ADA)).toEqual(others)
})
