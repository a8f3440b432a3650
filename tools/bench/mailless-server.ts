import { readConfig } from '../../api/src/config/api.ts'
import { environment } from '../../api/src/config/environment.ts'
import { DURABLE } from '../../api/src/database/durable.ts'
import { buildApp } from '../../api/src/http/app.ts'
import { bufferedOutput } from '../../api/src/logging/buffered-output.ts'
import { batchedAdd } from '../../api/src/signup/add.ts'

// The API's process with batches, but without the row that queues the mail.
const ADD = {
  name: 'add-signups-without-mail',
  text: `
    WITH added AS (
      INSERT INTO signups (email, email_key, answers, honeypot, agreed_to, source)
      SELECT line.*
      FROM json_to_recordset($1) AS line (
          email text, email_key text, answers jsonb, honeypot text, agreed_to text, source text
        ),
        pg_logical_emit_message(true, 'signup', ''),
        ${DURABLE}
      ON CONFLICT DO NOTHING
      RETURNING 1
    )
    SELECT count(*)::integer AS added FROM added`,
}

const config = readConfig(environment, { database: true })
const app = await buildApp(config, {
  logStream: bufferedOutput(),
  openAdd: (database, metrics) => batchedAdd(database, metrics, ADD),
})
await app.listen({ port: config.port, host: config.host })
