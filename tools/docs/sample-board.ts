import pg from 'pg'
import { startBoard } from '../../tests/support/board.ts'
import { startDatabase } from '../bench/database.ts'

/** Five weeks of visits and signups from four sources, the same at each run but for the date. */
const SAMPLE = `
  INSERT INTO people (email, email_key, answers, source, agreed_to, joined_at, confirmed_at)
  SELECT email, email, jsonb_build_object('first_name', 'Sample', 'last_name', n::text,
      'role', (ARRAY['entrepreneur', 'agency', 'freelancer', 'other'])[1 + n % 4]),
    (ARRAY['producthunt', 'producthunt', NULL, NULL, NULL, 'newsletter', 'example.org'])[1 + n % 7],
    'unknown', joined_at,
    CASE WHEN n % 11 % 4 > 0 THEN joined_at + interval '9 minutes' END
  FROM generate_series(1, 640) AS n,
    LATERAL (SELECT 'sample' || n || '@example.com' AS email,
      now() - (36 * power(n / 640.0, 1.6)) * interval '1 day' AS joined_at) AS person;
  INSERT INTO visits (day, path, source, count)
  SELECT current_date - d, '/', source, 18 + (d * 7 + length(source) * 13) % 41 + (36 - d) / (1 + length(source) % 3)
  FROM generate_series(0, 36) AS d,
    unnest(ARRAY['', 'producthunt', 'newsletter', 'example.org']) AS source`

/** A board of made-up people, on a database of its own. */
export async function openSampleBoard() {
  const database = await startDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(SAMPLE)
  await client.end()
  const board = await startBoard(database.url)
  return {
    url: board.url,
    async close(): Promise<void> {
      await board.close()
      await database.remove()
    },
  }
}
