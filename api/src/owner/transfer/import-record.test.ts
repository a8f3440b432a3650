import { FIELD_NAMES, FIELDS } from '@ad-kit/contract'
import { describe, expect, test } from 'vitest'
import { FREE_TEXT, newPerson, ROLES } from '../../../../tests/support/people.ts'
import { type ReadOptions, readRecord } from './import-record.ts'

const CHOICES = FIELDS.role.options.map(({ value }) => value).join(', ')
const ADA = newPerson({ email: 'ada@example.com' })

const read = (columns: Readonly<Record<string, unknown>>, options: ReadOptions = {}) =>
  readRecord(Object.entries({ ...ADA, ...columns }), options)

describe('reading records', () => {
  test('a record becomes a signup without consent, with tidied cells, however its columns are spelled', () => {
    const { first_name, last_name: _last_name, email: _email, website, ...others } = ADA
    expect(
      readRecord(
        Object.entries({
          ...others,
          website,
          'First Name': ` ${first_name} `,
          'last-name': 42,
          'E-Mail': 'ADA@example.com ',
          Tags: 'vip',
          Source: ' press ',
        }),
        {},
      ),
    ).toEqual({
      email: 'ADA@example.com',
      mailbox: 'ada@example.com',
      answers: { ...others, first_name, last_name: '42' },
      confirmed: false,
      columns: { source: 'press' },
      isAhead: false,
    })
  })

  test('a record keeps only a valid source and a valid referral code', () => {
    const code = { referral_code: 'bcdfghjklm' }
    expect(read(code)).toHaveProperty('columns', code)
    for (const strange of [{ source: 'a/b' }, { source: 'pr\0ess' }, { referral_code: 'press' }]) {
      expect(read(strange)).toHaveProperty('columns', {})
    }
  })

  test('an empty or missing cell gets the default answer', () => {
    const [role] = ROLES
    const defaults = { role, [FREE_TEXT]: 'Kiln' }
    const { role: _role, ...others } = ADA
    for (const nothing of ['', undefined, { nested: true }, ['list'], null]) {
      const cells = Object.entries({ ...others, role: nothing, [FREE_TEXT]: 'Own' })
      expect(readRecord(cells, { defaults })).toMatchObject({
        answers: { role, [FREE_TEXT]: 'Own' },
      })
    }
  })

  test.each(FIELDS.role.options)('the cell $label is read as $value', ({ label, value }) => {
    for (const role of [value, label, ` ${label.toUpperCase()} `]) {
      expect(read({ role })).toMatchObject({ answers: { role: value } })
    }
  })

  test('the reason for refusing a record lists each bad cell with its problem, and each missing column', () => {
    expect(read({ first_name: '', last_name: 'L', role: 'wizard' })).toBe(
      `first_name: this cell is empty; last_name: ${FIELDS.last_name.messages.tooShort}; role: “wizard” is not one of ${CHOICES}`,
    )
    const required = FIELD_NAMES.filter((name) => FIELDS[name].required)
    expect(readRecord([], {})).toBe(
      required.map((name) => `${name}: the file has no such column`).join('; '),
    )
  })

  test('a record with a control character is refused, and the reason does not repeat it', () => {
    for (const name of ['first_name', 'email', 'role', 'joined_at'] as const) {
      for (const sign of ['\0', '\u001b[31m', '\u0085']) {
        expect(read({ [name]: `x${sign}x` })).toMatch(new RegExp(`^${name}: \\P{Cc}+$`, 'u'))
      }
    }
  })

  test('columns named __proto__ and constructor do not set any value of a record', () => {
    const columns = JSON.parse('{"__proto__":{"email":"eve@example.com"},"constructor":"x"}')
    expect(read(columns)).toMatchObject({ email: 'ada@example.com' })
    expect(readRecord(Object.entries(columns), {})).toMatch(/^first_name: .*email: /)
  })

  test('the reason for refusing a record says if a cell has lost letters or the address is unreachable', () => {
    expect(read({ [FREE_TEXT]: 'Caf\uFFFD' })).toBe(
      `${FREE_TEXT}: the character � replaces a letter that was lost before the export`,
    )
    expect(read({ email: 'ada@xn--a.com' })).toBe(`email: ${FIELDS.email.messages.malformed}`)
  })
})

const MALFORMED = 'expected a time such as 2026-01-31T12:00:00Z'

describe('reading times', () => {
  test.each([
    ['2024-02-29', '2024-02-29T00:00:00.0Z'],
    [' 2024-02-29 12:30 ', '2024-02-29T12:30:00.0Z'],
    ['2024-02-29T12:30:59.1234567899+02:00', '2024-02-29T10:30:59.123456Z'],
    ['2024-02-29 12:30:59 GMT', '2024-02-29T12:30:59.0Z'],
    ['2024-02-29 12:30:59 +0530', '2024-02-29T07:00:59.0Z'],
    ['2024-02-29 12:30:59.123456 +0100 CET', '2024-02-29T11:30:59.123456Z'],
  ])('the time %j is read as %s', (joined_at, time) => {
    expect(read({ joined_at })).toMatchObject({ columns: { joined_at: time } })
  })

  test('a number in NDJSON is read as a Unix time', () => {
    expect(read({ created_at: 1_778_598_245 })).toMatchObject({
      columns: { joined_at: '2026-05-12T15:04:05.0Z' },
    })
  })

  test.each([
    'yesterday',
    '2025-02-29',
    '2025-01-01T12:00:00Z and more',
    '2025-01-01 12:00:00 CET',
    '01/02/2025',
  ])('the time %j is refused', (joined_at) => {
    expect(read({ joined_at })).toBe(`joined_at: ${MALFORMED}`)
  })

  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

  test('a time up to a day ahead is accepted, because clocks and time zones differ', () => {
    for (const hours of [0.02, 14, 23.9]) {
      const time = inHours(hours)
      expect(read({ joined_at: time })).toMatchObject({ isAhead: true })
      expect(read({ claimed_at: time })).toMatchObject({ isAhead: true })
      expect(read({ confirmed_at: time }, { confirmed: true })).toMatchObject({ isAhead: true })
      expect(read({ confirmed_at: time })).toMatchObject({ isAhead: false })
    }
    expect(read({ joined_at: inHours(-1) })).toMatchObject({ isAhead: false })
  })

  test('a time more than a day ahead is refused', () => {
    for (const joined_at of ['2099-01-01', inHours(25)]) {
      expect(read({ joined_at })).toBe('joined_at: expected a time in the past')
    }
  })
})

describe('reading confirmations', () => {
  const confirmed = true
  const time = '2024-02-29T12:00:00Z'
  const state = (columns: Readonly<Record<string, unknown>>, options: ReadOptions = {}) => {
    const { confirmed, columns: parsed } = Object(read(columns, options))
    return [confirmed, parsed.confirmed_at]
  }

  test('confirmation times count only if the owner says that the other tool asked people to confirm', () => {
    expect(state({ confirmed_at: time })).toEqual([false, undefined])
    expect(state({ confirmed_at: 'nonsense' })).toEqual([false, undefined])
    expect(state({ confirmed_at: time }, { confirmed })).toEqual([true, '2024-02-29T12:00:00.0Z'])
  })

  test('an empty confirmation cell means that the person has not confirmed', () => {
    expect(state({ 'Confirmed At': '' }, { confirmed })).toEqual([false, undefined])
    expect(state({}, { confirmed })).toEqual([true, undefined])
  })

  test('a confirmation with an invalid time is refused', () => {
    expect(read({ confirmed_at: 'last week' }, { confirmed })).toBe(`confirmed_at: ${MALFORMED}`)
  })
})
