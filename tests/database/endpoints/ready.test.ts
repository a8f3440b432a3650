// Guards ready-is-cheap.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { freshDatabase, select } from '../../support/database.ts'
import { postgresUrl } from '../../support/shared.ts'

/** A statement as the API sends it. */
const STATEMENT = 'FROM pgmigrations'

/** Passes a database's connections on, and counts the statements of readiness. */
async function countStatements(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let sent = ''
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    client.on('data', (chunk) => {
      sent += chunk.toString('latin1')
    })
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` })
  return { url: url.href, count: () => sent.split(STATEMENT).length - 1 }
}

test.each([
  ['a database that is ready', 'SELECT', 200],
  ['a database without its table', 'ALTER TABLE inbox RENAME TO elsewhere', 503],
])(
  '500 requests in 100 waves for the readiness of %s run one statement a second',
  async (_, sql, status) => {
    const databaseUrl = await freshDatabase(postgresUrl(), 'migrated')
    await select(databaseUrl, sql)
    const { url, count } = await countStatements(databaseUrl)
    const app = await startApp(url)
    onTestFinished(() => app.close())
    const ready = async () => (await fetch(`${app.origin}/api/ready`)).status

    const start = performance.now()
    const statuses: number[] = []
    while (statuses.length < 500)
      statuses.push(...(await Promise.all(Array.from({ length: 5 }, ready))))
    const seconds = Math.floor((performance.now() - start) / 1_000)
    expect(new Set(statuses)).toEqual(new Set([status]))
    const before = count()
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThanOrEqual(1 + seconds)
    // the outcome is not kept for ever
    await expect.poll(async () => [await ready(), count() > before]).toEqual([status, true])
  },
)
