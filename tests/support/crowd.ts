import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

const statusOf = (response: string): number => Number(response.split(' ', 2)[1])

/**
 * Opens a connection for every request, and then sends all requests together. Returns the
 * statuses, with 0 for a request without a response.
 *
 * @param requests - raw HTTP, each with `connection: close`
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
