import pg from 'pg'
import type { AddSignup } from '../../api/src/signup/add.ts'

/** As many as the pool had when the API wrote like this. */
const CONNECTIONS = 10

const INSERT = `
  INSERT INTO signups (email, email_key, answers, honeypot)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`

/** One INSERT a request, for comparison: the way it is usually written. */
export function plainAdd(databaseUrl: string): AddSignup {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  return async ({ email, emailKey, answers, honeypot }) => {
    await pool.query(INSERT, [email, emailKey, answers, honeypot])
  }
}
