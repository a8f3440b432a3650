// Guards build-checks.

import { expect, test } from 'vitest'
import { shortDate } from './short-date.ts'

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))
const DATES = MONTHS.flatMap((month) => [`2025-${month}-01`, `2024-${month}-28`])

test.each(DATES)('%s is formatted as Intl.DateTimeFormat does', (date) => {
  const said = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  expect(shortDate(date)).toBe(said.format(new Date(date)))
})
