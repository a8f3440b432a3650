import { expect, onTestFinished, test, vi } from 'vitest'
import { parseAt, parseSince } from './time.ts'

test.each(['America/St_Johns', 'Pacific/Apia'])(
  'on a machine in the time zone %s, --since without a zone means UTC',
  (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [text, time] of [
      ['2026-01-31', '2026-01-31T00:00:00Z'],
      ['2026-01-31T10:00', '2026-01-31T10:00:00Z'],
      ['2026-01-31 10:00:05', '2026-01-31T10:00:05Z'],
      ['2026-01-31T10:00+01:00', '2026-01-31T09:00:00Z'],
      ['2026-01-31T10:00Z', '2026-01-31T10:00:00Z'],
    ] as const) {
      expect(parseSince(text), text).toEqual(new Date(time))
    }
  },
)

test.each([
  ['30m', '2026-01-31T11:30:00Z'],
  ['12h', '2026-01-31T00:00:00Z'],
  ['7d', '2026-01-24T12:00:00Z'],
])('--since %s counts back from now', (text, time) => {
  expect(parseSince(text, Date.parse('2026-01-31T12:00:00Z'))).toEqual(new Date(time))
})

test.each(['yesterday', '2026-13-01', '7', '100000d', 'in 7d', '7d ago'])(
  '--since %j is refused',
  (text) => {
    expect(() => parseSince(text)).toThrow(
      `--since ${text}: expected a date such as 2026-01-31, or an age such as 7d or 12h.`,
    )
  },
)

test('--at accepts only a time with a time zone', () => {
  expect(parseAt('2026-12-01T09:00Z')).toEqual(new Date('2026-12-01T09:00:00Z'))
  expect(parseAt('2026-12-01T09:00+0100')).toEqual(new Date('2026-12-01T08:00:00Z'))
  expect(parseAt('2026-12-01T09:00:30+01:00')).toEqual(new Date('2026-12-01T08:00:30Z'))
  for (const text of [
    '2026-12-01',
    '2026-12-01T09:00',
    '2026-12-01T09:00+01:00 CET',
    '2026-13-01T09:00Z',
    'tomorrow',
  ]) {
    expect(() => parseAt(text), text).toThrow(`--at ${text}: expected a time with its time zone`)
  }
})
