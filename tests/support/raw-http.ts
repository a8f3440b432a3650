import { connect } from 'node:net'

/** One answer, as it came over the wire. */
export interface RawAnswer {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const HEAD_END = '\r\n\r\n'

/** Splits what a connection received; each answer tells its own length. */
function parseAnswers(text: string): RawAnswer[] {
  const end = text.indexOf(HEAD_END)
  if (end < 0) return []
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const rest = Buffer.from(text.slice(end + HEAD_END.length), 'latin1')
  const length = Number(headers['content-length'] ?? rest.length)
  const answer = {
    status: Number(first.split(' ')[1]),
    headers,
    body: rest.subarray(0, length).toString('utf8'),
  }
  return [answer, ...parseAnswers(rest.subarray(length).toString('latin1'))]
}

/**
 * Sends bytes as they are, each character one byte, and returns everything that comes back
 * until the other side closes.
 * @throws when it has not closed after so many milliseconds
 */
export function sendRaw(origin: string, bytes: string, limit = 20_000): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`Still open after ${limit} ms; received: ${text}`))
    }, limit)
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
    })
    // it may be reset while bytes that nobody wants are still on their way
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parseAnswers(text))
    })
  })
}
