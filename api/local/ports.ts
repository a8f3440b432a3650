import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6 } from 'node:net'

/** Listens for a moment and returns the port. */
async function listenOnce(port: number, host: string): Promise<number> {
  const server = createServer().listen({ port, host, exclusive: true })
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return taken
}

/** The URL at which a browser on this machine finds a server. */
export function localUrl(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)
  const name = isLocal ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Returns a port of 127.0.0.1 that no program listens on. */
export const freePort = (): Promise<number> => listenOnce(0, '127.0.0.1')

/**
 * Checks that a server can listen on a port.
 * @throws with the setting that helps
 */
export async function checkPort(port: number, host: string): Promise<void> {
  await listenOnce(port, host).catch(({ code }: NodeJS.ErrnoException) => {
    const reason =
      code === 'EADDRINUSE' ? 'is taken' : `cannot be listened at on ${host} (${code ?? 'unknown'})`
    const other = (port % 65_535) + 1
    throw new Error(`Port ${port} ${reason}. Choose another one: PORT=${other} npm start`)
  })
}
