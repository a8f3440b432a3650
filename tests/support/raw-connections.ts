import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** Opens a connection. */
export async function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/**
 * Sends a request over an open connection. Returns the status, or 0 without a response.
 *
 * @param request - raw HTTP with `connection: close`
 */
export function ask(socket: Socket, request: string): Promise<number> {
  socket.write(request)
  return text(socket).then(
    (response) => Number(response.split(' ', 2)[1] ?? 0),
    () => 0,
  )
}

/** Opens a connection for every request, and then sends all requests together. */
export async function sendTogether(origin: string, requests: readonly string[]): Promise<number[]> {
  const sockets = await Promise.all(requests.map(() => open(origin)))
  return Promise.all(sockets.map((socket, index) => ask(socket, requests[index] ?? '')))
}
