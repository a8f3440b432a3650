import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { connect, type PeerCertificate } from 'node:tls'
import { HOST } from '../../stack/support/secure-stack.ts'

// Whether browsers trust the certificate is not tested here: `./waitlist doctor` reports it.
const at = (port: number) => ({
  host: '127.0.0.1',
  port,
  servername: HOST,
  rejectUnauthorized: false,
})

export async function certificateAt(port: number): Promise<PeerCertificate> {
  const socket = connect(at(port))
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

/** Sends a request on a new connection and reads the whole response. */
export async function requestByTls(
  port: number,
  options: RequestOptions = {},
): Promise<IncomingMessage> {
  const sent = request({ ...at(port), agent: false, ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await text(response)
  return response
}
