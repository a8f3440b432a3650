import { describe, expect, test } from 'vitest'
import type { Person } from '../../../../api/src/people/person.ts'
import { csvHeader, linesOf } from '../../../../api/src/transfer/export-file.ts'

const ADA: Person = {
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

const COLUMNS = 'first_name,last_name,email,company,role,joined_at,confirmed_at,source'

describe('an export as CSV', () => {
  test('begins with the names of the columns and has a line for each person', () => {
    expect(csvHeader()).toBe(`${COLUMNS}\r\n`)
    expect(linesOf([ADA, { ...ADA, company: 'Kiln, Co' }], 'csv')).toBe(
      'Ada,"Love""lace""",ada@example.com,,other,2026-01-31T12:00:00.000000Z,,press\r\n' +
        'Ada,"Love""lace""",ada@example.com,"Kiln, Co",other,2026-01-31T12:00:00.000000Z,,press\r\n',
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
