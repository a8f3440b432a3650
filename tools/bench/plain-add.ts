import pg from 'pg'
import type { Signup } from '../../api/src/inbox/signup.ts'

/** The size of the pool when the API still wrote like this. */
const CONNECTIONS = 10

const INSERT = `
  INSERT INTO inbox (email, email_key, answers, honeypot)
  VALUES ($1, $2, $3, $4)`

/** One INSERT per request, the usual way, for comparison. */
export function plainAdd(databaseUrl: string): (signup: Signup) => Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  return async ({ email, emailKey, answers, honeypot }) => {
    await pool.query(INSERT, [email, emailKey, answers, honeypot])
  }
}
