import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../api/src/system/settings.ts'

/**
 * Checks that a server can listen on a port, because a slow start would otherwise fail only at its end.
 * @throws Error that says which setting to change
 */
export async function checkPort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer().listen({ port, host, exclusive: true })
  await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
    const reason =
      code === 'EADDRINUSE'
        ? 'is taken'
        : `cannot be opened on ${host || '::'} (${code ?? 'unknown'})`
    const other = (port % 65_535) + 1
    throw new Error(`Port ${port} ${reason}. Choose another port: PORT=${other} npm start`)
  })
  await once(server.close(), 'close')
}
