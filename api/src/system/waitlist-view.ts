import pg from 'pg'
import { PORTABLE_NAMES } from '../../../contract/waitlist.ts'
import { GROUPS } from '../list/groups.ts'
import { ANSWER_NAMES } from '../list/signup.ts'

const columns = [
  'email',
  ...PORTABLE_NAMES,
  ...ANSWER_NAMES.map((name) => `answers->>'${name}' AS ${pg.escapeIdentifier(name)}`),
]

const SELECT = `SELECT ${columns.join(', ')} FROM people WHERE ${GROUPS.listed}`

const COLUMNS_CHANGED = '42P16'
const DEPENDED_ON = '2BP01'

/** Grants survive `CREATE OR REPLACE`, but not `DROP VIEW`. */
const GRANTS = `
  SELECT format('GRANT %s ON waitlist TO %s', privilege_type,
    CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END) AS statement
  FROM pg_class, aclexplode(relacl)
  WHERE pg_class.oid = to_regclass('waitlist') AND grantee <> relowner`

const DEPENDENT =
  'The columns of the view waitlist have changed, but another view depends on it. ' +
  'Drop that view, migrate again, and create it again.'

async function recreate(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(GRANTS)
  await client.query('DROP VIEW waitlist').catch((error: pg.DatabaseError) => {
    throw error.code === DEPENDED_ON ? new Error(DEPENDENT) : error
  })
  await client.query(`CREATE VIEW waitlist AS ${SELECT}`)
  for (const { statement } of rows) await client.query(statement)
}

/** People on the list, one column per question, for psql and BI tools. The code does not use it. */
export async function updateWaitlistView(client: pg.ClientBase): Promise<void> {
  await client.query('SAVEPOINT view')
  try {
    await client.query(`CREATE OR REPLACE VIEW waitlist AS ${SELECT}`)
  } catch (error) {
    if ((error as pg.DatabaseError).code !== COLUMNS_CHANGED) throw error
    await client.query('ROLLBACK TO SAVEPOINT view')
    await recreate(client)
  }
  await client.query(
    `COMMENT ON VIEW waitlist IS 'People on the list, one column per question. Made again by each migration.'`,
  )
}
