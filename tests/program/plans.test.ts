import { beforeAll, expect, inject, test } from 'vitest'
import { CORRECT_ANSWER, CORRECT_EMAIL } from '../../api/src/signup/correct.ts'
import { ERASE_LISTED } from '../../api/src/signup/erase.ts'
import { FIND } from '../../api/src/signup/find.ts'
import {
  DELETE_QUARANTINED,
  RELEASE_EARLIEST,
  RELEASE_LISTED,
} from '../../api/src/signup/release.ts'
import { freshDatabase, select } from '../support/database.ts'

const FILL = `INSERT INTO signups (email, email_key, answers, honeypot)
  SELECT n || '@example.com', n || '@example.com', '{"first_name": "Ada"}',
    CASE WHEN n % 2 = 0 THEN 'x' END
  FROM generate_series(1, 20000) AS n`

let url = ''

beforeAll(async () => {
  url = await freshDatabase(inject('postgresUrl'), 'migrated')
  await select(url, FILL)
  await select(url, 'ANALYZE signups')
})

test.each(
  Object.entries({
    FIND,
    CORRECT_ANSWER,
    CORRECT_EMAIL,
    ERASE_LISTED,
    RELEASE_LISTED,
    RELEASE_EARLIEST,
    DELETE_QUARANTINED,
  }),
)('the statement %s uses an index, however long the list is', async (_name, statement) => {
  const plan = await select(url, `EXPLAIN (GENERIC_PLAN) ${statement}`)
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index/)
  expect(text).not.toContain('Seq Scan on signups')
})
