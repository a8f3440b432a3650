import { connect, type Socket } from 'node:net'

interface Cut {
  /** In milliseconds since just before the connection was opened. */
  readonly after: number
  readonly response: string
}

/** Between two pieces. In milliseconds. */
const PAUSE = 400

/** An endless sequence of one letter. */
export function* repeated(letter: string): Generator<string> {
  while (true) yield letter
}

/** Sends the first part at once and the rest piece by piece, until the connection is closed. */
export function sendSlowly(origin: string, start: string, rest: Iterable<string>): Promise<Cut> {
  const begun = performance.now()
  const { hostname, port } = new URL(origin)
  const pieces = rest[Symbol.iterator]()
  return new Promise((resolve) => {
    let response = ''
    const socket: Socket = connect(Number(port), hostname, () => socket.write(start))
    const timer = setInterval(() => {
      const { value, done } = pieces.next()
      if (!done) socket.write(value)
    }, PAUSE)
    socket.on('data', (chunk) => {
      response += chunk.toString()
    })
    // A write may still be under way when the server closes the connection.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ after: performance.now() - begun, response })
    })
  })
}
