import { expect, onTestFinished, test, vi } from 'vitest'
import { fillIn, formatDay, plural } from './format.ts'
import { LANGUAGE } from './words.ts'

test('a sentence uses the plural form that its number requires', () => {
  const forms = { one: 'a friend', other: '{count} friends' }
  const many = (12_345).toLocaleString(LANGUAGE)
  expect([1, 12_345].map((count) => plural(count, forms))).toEqual(['a friend', `${many} friends`])
})

test('a placeholder without a value stays in the text', () => {
  expect(fillIn('{place} of {total}', { place: '7' })).toBe('7 of {total}')
})

test('a day is printed the same in every time zone', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const zone of ['America/St_Johns', 'UTC', 'Pacific/Auckland']) {
    vi.stubEnv('TZ', zone)
    const local = new Date(2026, 0, 31).toLocaleDateString(LANGUAGE, { dateStyle: 'long' })
    expect(formatDay('2026-01-31'), zone).toBe(local)
  }
})
