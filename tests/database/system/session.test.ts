import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '../../../api/src/system/session.ts'
import { freshDatabase } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'

test('a worker’s hanging statement is cancelled at the time limit', async () => {
  const session = await openSession(await freshDatabase(postgresUrl(), 'empty'), 'worker')
  onTestFinished(() => session.close())
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  spy.mockImplementation(function (this: pg.Client, text, ...rest) {
    return query.call(this, String(text).replace("'5min'", "'1s'"), ...rest)
  })
  const hanging = session.transaction(() => session.query('SELECT pg_sleep(10)'))
  await expect(hanging).rejects.toMatchObject({ code: '57014' })
})
