import { QUESTION_NAMES } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../api/src/people/person.ts'
import { csvHeader, linesOf } from '../../../../api/src/transfer/export-file.ts'

const ADA: Person = {
  ...Object.fromEntries(QUESTION_NAMES.map((name) => [name, null])),
  first_name: 'Ada',
  last_name: 'Love"lace"',
  email: 'ada@example.com',
  company: null,
  role: 'other',
  joined_at: '2026-01-31T12:00:00.000000Z',
  confirmed_at: null,
  source: 'press',
  agreed_to: '2026-01-01',
}

const COLUMNS = [...QUESTION_NAMES, 'joined_at', 'confirmed_at', 'source'].join()

/** The line of `ADA` with a cell for the company. A missing answer is an empty cell. */
function lineOf(company: string): string {
  const cells: Readonly<Record<string, string>> = {
    first_name: 'Ada',
    last_name: '"Love""lace"""',
    email: 'ada@example.com',
    company,
    role: 'other',
  }
  const answers = QUESTION_NAMES.map((name) => cells[name] ?? '')
  return `${[...answers, '2026-01-31T12:00:00.000000Z', '', 'press'].join()}\r\n`
}

describe('an export as CSV', () => {
  test('begins with the names of the columns and has a line for each person', () => {
    expect(csvHeader()).toBe(`${COLUMNS}\r\n`)
    expect(linesOf([ADA, { ...ADA, company: 'Kiln, Co' }], 'csv')).toBe(
      lineOf('') + lineOf('"Kiln, Co"'),
    )
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])(
    'makes a text of the formula %s',
    (company) => {
      expect(linesOf([{ ...ADA, company }], 'csv')).toContain(`,'${company},`)
    },
  )
})

test('an export as NDJSON has an object with every column for each person', () => {
  const { agreed_to: _agreedTo, company: _company, ...person } = ADA
  const [one = '', other = '', ...rest] = linesOf([ADA, person], 'ndjson').split('\n')
  expect(JSON.parse(one)).toEqual({ ...person, company: null })
  expect(Object.keys(JSON.parse(other)).join()).toBe(COLUMNS)
  expect(rest).toEqual([''])
})
