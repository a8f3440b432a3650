import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { HOST, type SecureStack } from './secure-stack.ts'

/** Clients that use the stack over TLS. */
export function secureClients({ httpsPort, authority, origin, visitor }: SecureStack) {
  const where = { host: '127.0.0.1', port: httpsPort, servername: HOST, ca: authority }
  return {
    shake: (options: ConnectionOptions): Promise<TLSSocket> =>
      new Promise((resolve, reject) => {
        const socket = connect({ ...where, ...options }, () => resolve(socket))
        socket.on('error', reject)
      }),

    get: (path: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const sent = request({ ...where, agent: false, path }, (response) =>
          resolve(response.resume()),
        )
        sent.on('error', reject).end()
      }),

    /** Sends a request with curl. Returns the headers and the body. */
    http3(path: string, ...options: string[]): Promise<string> {
      const lead = ['--connect-to', `${HOST}:${httpsPort}:nginx-tls:8443`]
      const ca = ['--cacert', '/certificates/authority/certificate.pem']
      // A browser also retries a stream that fails.
      const again = ['--max-time', '3', '--retry', '5', '--retry-delay', '1', '--retry-all-errors']
      const curl = ['curl', '--silent', '--show-error', '--http3-only', '--include', ...again]
      return visitor(...curl, ...ca, ...lead, ...options, origin + path)
    },
  }
}
