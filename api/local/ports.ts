import { type AddressInfo, createServer, isIPv6 } from 'node:net'

const listenOnce = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => {
      const { port: taken } = server.address() as AddressInfo
      server.close(() => resolve(taken))
    })
  })

/** The address at which a browser on this machine finds what listens at a host and a port. */
export function localUrl(host: string, port: number): string {
  const everywhere = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)
  const name = everywhere ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** A port of this machine that nobody listens at. */
export const freePort = (): Promise<number> => listenOnce(0, '127.0.0.1')

/**
 * Makes sure that a port can be listened at, before anything else is done.
 * @throws with a message for the person at the terminal
 */
export async function checkPort(port: number, host: string): Promise<void> {
  try {
    await listenOnce(port, host)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason =
      code === 'EADDRINUSE' ? 'is taken' : `cannot be listened at on ${host} (${code ?? 'unknown'})`
    throw new Error(
      `Port ${port} ${reason}. Choose another one: PORT=${(port % 65_535) + 1} npm start`,
    )
  }
}
