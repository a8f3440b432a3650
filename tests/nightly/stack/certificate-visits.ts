import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { expect } from 'vitest'
import { HOST } from '../../support/stack/secure-stack.ts'

// Whether browsers trust the certificate is not tested here: `./waitlist doctor` reports it.
const at = (port: number) => ({
  host: '127.0.0.1',
  port,
  servername: HOST,
  rejectUnauthorized: false,
})

async function open(port: number): Promise<TLSSocket> {
  const socket = connect(at(port))
  await once(socket, 'secureConnect')
  return socket
}

/** The certificate that a new visitor gets. */
export async function certificateAt(port: number): Promise<PeerCertificate> {
  const socket = await open(port)
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

/** Sends a request on a connection of its own and reads the whole response. */
export async function requestByTls(
  port: number,
  options: RequestOptions = {},
): Promise<IncomingMessage> {
  const sent = request({ ...at(port), agent: false, ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await text(response)
  return response
}

const visitShortly = async (port: number): Promise<unknown> => (await requestByTls(port)).statusCode

/** A visit whose request takes this long to arrive. In milliseconds. */
const SLOW = 5_000

async function visitSlowly(port: number): Promise<unknown> {
  const socket = await open(port)
  socket.write('GET / HTTP/1.1\r\nconnection: close\r\n')
  await sleep(SLOW)
  socket.write(`host: ${HOST}\r\n\r\n`)
  const response = await text(socket)
  return response.endsWith('</html>') && Number(response.split(' ')[1])
}

/** Does some work while people visit, and expects that nobody sees an error. */
export async function whileVisitedByTls(port: number, work: () => Promise<unknown>): Promise<void> {
  const statuses: unknown[] = []
  let going = true
  const keep = async (visit: (port: number) => Promise<unknown>) => {
    do statuses.push(await visit(port).catch(String))
    while (going)
  }
  const visits = Promise.all([keep(visitShortly), keep(visitSlowly)])
  try {
    await work()
  } finally {
    going = false
    await visits
  }
  expect(statuses.length).toBeGreaterThan(10)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
}
