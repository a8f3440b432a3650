import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../api/src/system/session.ts'
import { freshDatabase } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'

test('a transaction of the worker ends when it is idle for a minute or a statement takes five', async () => {
  const session = await openSession(await freshDatabase(postgresUrl(), 'empty'), 'worker')
  onTestFinished(() => session.close())
  const limits = await session.transaction(() =>
    session.query(
      `SELECT current_setting('idle_in_transaction_session_timeout') AS idle,
         current_setting('statement_timeout') AS statement,
         current_setting('tcp_keepalives_idle')::integer AS silent`,
    ),
  )
  expect(limits).toEqual([{ idle: '1min', statement: '5min', silent: 30 }])
})
