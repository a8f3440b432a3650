import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../api/src/system/session.ts'
import { freshDatabase } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'

test("the server misses a worker's machine within a minute, and ends its statements after five", async () => {
  const session = await openSession(await freshDatabase(postgresUrl(), 'empty'), 'worker')
  onTestFinished(() => session.close())
  const limits = await session.transaction(() =>
    session.query(
      `SELECT current_setting('tcp_keepalives_idle')::integer AS silent,
         current_setting('statement_timeout') AS statement`,
    ),
  )
  expect(limits).toEqual([{ silent: 30, statement: '5min' }])
})
