import { connect, type Socket } from 'node:net'

interface Cut {
  /** In milliseconds, from before the connection was made. */
  readonly after: number
  readonly answer: string
}

/** In milliseconds. */
const PAUSE = 400

/** The same again and again. */
export function* repeated(letter: string): Generator<string> {
  while (true) yield letter
}

/** Sends the first part at once and then a piece from time to time, until it is cut off. */
export function sendSlowly(origin: string, start: string, rest: Iterable<string>): Promise<Cut> {
  const begun = performance.now()
  const { hostname, port } = new URL(origin)
  const pieces = rest[Symbol.iterator]()
  return new Promise((resolve) => {
    let answer = ''
    const socket: Socket = connect(Number(port), hostname, () => socket.write(start))
    const timer = setInterval(() => {
      const { value, done } = pieces.next()
      if (!done) socket.write(value)
    }, PAUSE)
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    // a write may still be under way when it is cut
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ after: performance.now() - begun, answer })
    })
  })
}
