import { beforeAll, expect, inject, test } from 'vitest'
import { QUEUE_CONFIRMATION } from '../../api/src/signup/confirmation.ts'
import {
  CORRECT_ANSWER,
  CORRECT_EMAIL,
  CORRECT_SPELLING,
  MOVE_TASKS,
} from '../../api/src/signup/correct.ts'
import { DELETE_LINKS, DELETE_OUTBOX, ERASE_LISTED } from '../../api/src/signup/erase.ts'
import { FIND, FIND_MAILS } from '../../api/src/signup/find.ts'
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

const FILL_MAILS = `WITH mails AS (
    INSERT INTO outbox (kind, email_key, finished_at, outcome)
    SELECT 'confirm', email_key, now(), 'sent' FROM signups
  )
  INSERT INTO links (token, email_key) SELECT sha256(email_key::bytea), email_key FROM signups`

let url = ''

beforeAll(async () => {
  url = await freshDatabase(inject('postgresUrl'), 'migrated')
  await select(url, FILL)
  await select(url, FILL_MAILS)
  await select(url, 'ANALYZE signups, outbox, links')
})

/** The statement within the function finds the oldest quarantined signups. */
const PURGE = `SELECT substring(prosrc FROM 'ARRAY\\(\\s*(SELECT.+?)\\s*\\)\\)\\s*RETURNING') AS statement
  FROM pg_proc WHERE oid = 'purge_quarantine'::regproc`

async function planOf(statement: string): Promise<string> {
  const plan = await select(url, `EXPLAIN (GENERIC_PLAN) ${statement}`)
  return plan.map((row) => row['QUERY PLAN']).join('\n')
}

test.each(
  Object.entries({
    FIND,
    FIND_MAILS,
    CORRECT_ANSWER,
    CORRECT_EMAIL,
    CORRECT_SPELLING,
    MOVE_TASKS,
    QUEUE_CONFIRMATION,
    ERASE_LISTED,
    DELETE_OUTBOX,
    DELETE_LINKS,
    RELEASE_LISTED,
    RELEASE_EARLIEST,
    DELETE_QUARANTINED,
  }),
)('the statement %s uses an index, however long the list is', async (_name, statement) => {
  const plan = await planOf(statement)
  expect(plan).toMatch(/Index/)
  expect(plan).not.toContain('Seq Scan')
})

test('the purge uses its own index, however long the list is', async () => {
  const [row] = await select<{ statement: string }>(url, PURGE)
  const plan = await planOf((row?.statement ?? '').replace('at_most', '$1::integer'))
  expect(plan).toContain('signups_quarantined_at')
})
