import { connect } from 'node:net'

/** One response, as it came over the wire. */
export interface RawResponse {
  readonly status: number
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const HEAD_END = '\r\n\r\n'

/** Splits the received bytes into responses by their lengths. */
function parseResponses(text: string): RawResponse[] {
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
  const response = {
    status: Number(first.split(' ')[1]),
    headers,
    body: rest.subarray(0, length).toString('utf8'),
  }
  return [response, ...parseResponses(rest.subarray(length).toString('latin1'))]
}

/**
 * Sends each character as one byte and returns all responses until the other side closes.
 * @param limit the time until it has to close, in milliseconds
 * @throws if it is still open then
 */
export function sendRaw(origin: string, bytes: string, limit = 20_000): Promise<RawResponse[]> {
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
    // The server may reset the connection while it still receives bytes.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parseResponses(text))
    })
  })
}
