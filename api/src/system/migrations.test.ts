import { expect, test } from 'vitest'
import { refuseOldServer } from './migrations.ts'

test('a migration on Postgres 14 or older is refused, and the error names the oldest supported version', () => {
  expect(() => refuseOldServer(140_018)).toThrow('This is Postgres 14. Use version 15 or later.')
  expect(() => refuseOldServer(150_000)).not.toThrow()
})
