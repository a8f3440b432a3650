import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

const statusOf = (answer: string): number => Number(answer.split(' ', 2)[1])

/**
 * Sends requests by a connection each, which are all made before the first one is sent, so that
 * the server meets them together. Returns the statuses; 0 where there was no answer.
 *
 * @param requests - as they go over the wire, each with `connection: close`
 */
export async function sendTogether(origin: string, requests: readonly string[]): Promise<number[]> {
  const sockets = await Promise.all(requests.map(() => open(origin)))
  return Promise.all(
    sockets.map((socket, index) => {
      socket.write(requests[index] ?? '')
      return text(socket).then(statusOf, () => 0)
    }),
  )
}
