// Guards pgbouncer.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { WAITLIST_PATH } from '@ad-kit/contract'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openSession } from '../../../api/src/database/session.ts'
import { emailKey } from '../../../api/src/inbox/identity.ts'
import { correct } from '../../../api/src/people/correct.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { find } from '../../../api/src/people/find.ts'
import { migrate, migrationNames } from '../../../api/src/schema/migrations.ts'
import { backup } from '../../../api/src/transfer/backup.ts'
import { restore } from '../../../api/src/transfer/restore.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { asApi, freshDatabase, select } from '../../support/database.ts'
import { describeUnless } from '../../support/describe-unless.ts'
import { findOnPath } from '../../support/on-path.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { postgresUrl } from '../../support/shared.ts'
import { hold, untilBlocked } from '../support/locks.ts'

const PROGRAM = findOnPath('pgbouncer') ?? ''
const missing = PROGRAM ? undefined : 'there is no pgbouncer on the PATH'

/** PgBouncer refuses to run as root. This is the id of `nobody` on most systems. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Starts PgBouncer in front of a database. Returns its URL for the owner of the tables. */
async function startPgBouncer(databaseUrl: string) {
  const server = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  chmodSync(folder, 0o755)
  const [config, userList] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')]
  const accounts = [server, new URL(await asApi(databaseUrl))].map(({ username, password }) =>
    [username, password].map((text) => `"${decodeURIComponent(text)}"`).join(' '),
  )
  writeFileSync(userList, `${accounts.join('\n')}\n`)
  // The pool is smaller than that of the API, so that its connections have to share.
  writeFileSync(
    config,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${userList}
pool_mode = transaction
default_pool_size = 2
`,
  )
  const child = spawn(PROGRAM, [config], { stdio: 'ignore', ...ACCOUNT })
  const { href: url } = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` })
  await vi.waitFor(() => select(url, 'SELECT'), 10_000)
  return {
    url,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

describeUnless(missing, 'a PgBouncer in transaction mode', () => {
  let ownerUrl: string
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  let applied: string[]
  let app: TestApp

  beforeAll(async () => {
    ownerUrl = await freshDatabase(postgresUrl(), 'empty')
    bouncer = await startPgBouncer(ownerUrl)
    applied = await migrate(bouncer.url)
    app = await startApp(bouncer.url, { DATABASE_POOLER: 'transaction' })
  })
  afterAll(async () => {
    await app?.close()
    await bouncer?.stop()
  })

  const signUp = async (person: object) =>
    (await app.http.post(WAITLIST_PATH).send(bodyOf(person))).status
  const emailsOf = (rows: readonly { email: string }[]) => rows.map(({ email }) => email)

  test('a migration through PgBouncer is recorded, and a second one has nothing to do', async () => {
    expect(applied).toEqual(migrationNames)
    expect(await migrate(bouncer.url)).toEqual([])
  })

  test('fifty people who join at once through PgBouncer are all listed', async () => {
    const people = Array.from({ length: 50 }, () => newPerson())
    expect(new Set(await Promise.all(people.map(signUp)))).toEqual(new Set([201]))
    expect(emailsOf(await app.people()).toSorted()).toEqual(emailsOf(people).toSorted())
  })

  test('Postgres ends a statement behind PgBouncer that a lock holds up', async () => {
    const release = await hold(ownerUrl, 'LOCK TABLE inbox')
    onTestFinished(release)
    const start = performance.now()
    const status = signUp(newPerson())
    await untilBlocked(ownerUrl, 1)
    expect(await status).toBe(503)
    expect(performance.now() - start).toBeLessThan(3_000)
    await untilBlocked(ownerUrl, 0)
    expect(performance.now() - start).toBeLessThan(4_000)
    await release()
    expect(await signUp(newPerson())).toBe(201)
  })

  test('the program corrects, backs up and restores through PgBouncer', async () => {
    const person = newPerson()
    expect(await signUp(person)).toBe(201)
    await app.people()
    const session = await openSession(bouncer.url)
    onTestFinished(() => session.close())
    const key = emailKey(person.email) ?? ''
    expect(await correct(session, key, { company: 'Kiln & Co' })).toMatchObject({
      person: { company: 'Kiln & Co' },
    })
    const portions = await session.transaction(() => Array.fromAsync(backup(session)), 'SNAPSHOT')
    const file = Readable.from([Buffer.from(portions.join(''))])
    expect(await restore(session, file)).toMatchObject({ restored: 0, erased: 0 })
    expect(await erase(session, key)).toBe(1)
    expect(await find(session, key)).toMatchObject({ listed: undefined, quarantined: [] })
  })
})
