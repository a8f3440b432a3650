import pg from 'pg'
import type { SignupStore } from '../../api/src/waitlist/store.ts'

/** As many as the pool had when the API wrote like this. */
const CONNECTIONS = 10

const INSERT = `
  INSERT INTO signups (email, email_key, first_name, last_name, company, role)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (email_key) DO NOTHING`

/** One INSERT a request, for comparison: the way it is usually written. */
export function plainStore(databaseUrl: string): SignupStore {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
  return {
    async add({ email, emailKey, firstName, lastName, company, role }) {
      await pool.query(INSERT, [email, emailKey, firstName, lastName, company, role])
    },
    async trap() {
      throw new Error('The benchmark sends no trapped signups.')
    },
  }
}
