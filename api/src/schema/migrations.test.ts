// Guards migrations.

import { describe, expect, test } from 'vitest'
import { refuseOldServer } from './migrations.ts'

describe('migrations', () => {
  test('a Postgres before 15 is refused with a sentence', () => {
    expect(() => refuseOldServer(140_018)).toThrow(
      'This is Postgres 14. The oldest version that works is 15.',
    )
  })

  test.each([150_000, 170_010, 180_000])('the Postgres of number %i is accepted', (version) => {
    expect(() => refuseOldServer(version)).not.toThrow()
  })
})
