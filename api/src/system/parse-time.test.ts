import { describe, expect, test } from 'vitest'
import { findDayOrder, parseTime } from './parse-time.ts'

describe('times from other tools', () => {
  test.each([
    ['Ghost, Resend', '2026-05-12T15:04:05.123Z', '2026-05-12T15:04:05.123Z'],
    ['Tally, Mailchimp', '2026-05-12 15:04:05', '2026-05-12T15:04:05.0Z'],
    ['Kit', '2026-05-12 15:04:05 UTC', '2026-05-12T15:04:05.0Z'],
    ['Ruby', '2026-05-12 15:04:05 +0530', '2026-05-12T09:34:05.0Z'],
    ['Google Forms', '2026/05/12 3:04:05 PM GMT+2', '2026-05-12T13:04:05.0Z'],
    ['Notion', 'May 12, 2026 3:04 PM', '2026-05-12T15:04:00.0Z'],
    ['Notion with a zone', 'May 12, 2026 3:04 PM (GMT+5:30)', '2026-05-12T09:34:00.0Z'],
    ['Notion without a time', 'May 12, 2026', '2026-05-12T00:00:00.0Z'],
    ['Airtable, friendly', 'May 12, 2026 12:04am', '2026-05-12T00:04:00.0Z'],
    ['one o’clock', 'May 12, 2026 1:04 pm', '2026-05-12T13:04:00.0Z'],
    ['a narrow space', 'May 12, 2026, 12:04\u202fPM', '2026-05-12T12:04:00.0Z'],
    ['macOS', 'May 12, 2026 at 3:04 PM', '2026-05-12T15:04:00.0Z'],
    ['a day before the month', '12 Sept 2026', '2026-09-12T00:00:00.0Z'],
    ['an Oracle date', '12-MAY-2026', '2026-05-12T00:00:00.0Z'],
    ['RFC 5322', 'Tue, 12 May 2026 15:04:05 +0200', '2026-05-12T13:04:05.0Z'],
    ['Unix seconds', '1778598245', '2026-05-12T15:04:05.0Z'],
    ['Unix milliseconds', '1778598245123', '2026-05-12T15:04:05.123Z'],
    [
      'JavaScript',
      'Tue May 12 2026 15:04:05 GMT+0000 (Coordinated Universal Time)',
      '2026-05-12T15:04:05.0Z',
    ],
  ])('the time format “%s” is read: %s', (_tool, text, time) => {
    expect(parseTime(text)).toBe(time)
    expect(findDayOrder(text)).toBeUndefined()
  })

  test.each([
    ['31/01/2026', 'day-first', '2026-01-31T00:00:00.0Z'],
    ['31.1.26, 15:04', 'day-first', '2026-01-31T15:04:00.0Z'],
    ['5.12.2026', 'day-first', '2026-12-05T00:00:00.0Z'],
    ['1/31/2026 3:04pm', 'month-first', '2026-01-31T15:04:00.0Z'],
    ['01-31-2026', 'month-first', '2026-01-31T00:00:00.0Z'],
  ] as const)('the date %s can only be %s', (text, order, time) => {
    expect(findDayOrder(text)).toBe(order)
    expect(parseTime(text, order)).toBe(time)
  })

  test('a date that could be in either order is read only if the order is given', () => {
    expect(findDayOrder('5/12/2026 3:04pm')).toBe('unclear')
    expect(parseTime('5/12/2026 3:04pm')).toBeUndefined()
    expect(parseTime('5/12/2026 3:04pm', 'day-first')).toBe('2026-12-05T15:04:00.0Z')
    expect(parseTime('5/12/2026 3:04pm', 'month-first')).toBe('2026-05-12T15:04:00.0Z')
  })

  test.each([
    '31/31/2026',
    '24-01-05',
    '2026-02-30',
    '30/2/2026',
    'Marvel 12, 2026',
    'May 12',
    '13:04',
    '2026-05-12 13:04 PM',
    '2026-05-12 0:04 AM',
    '2026-05-12 13:04 AM',
    '2026-05-12 25:00',
    '1/2-2026',
    '2026-05-12 15:04 CET',
    '12/05/1026',
    '46150',
  ])('%j is not read as a time', (text) => {
    expect(parseTime(text, 'day-first') ?? parseTime(text, 'month-first')).toBeUndefined()
  })
})
