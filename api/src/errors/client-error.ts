import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { API_HEADERS } from '../headers.ts'
import { ANSWERS, type Answer } from './answers.ts'

const BY_CODE = new Map<string | undefined, Answer>([
  ['ERR_HTTP_REQUEST_TIMEOUT', ANSWERS.timeout],
  ['HPE_HEADER_OVERFLOW', ANSWERS.headersTooLarge],
])

/** Answers what Node could not read as HTTP, so that no request was made of it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = BY_CODE.get(error.code) ?? ANSWERS.malformedRequest
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    ...Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  // not only our half: who keeps the other one open would hold the connection, and our end, for ever
  socket.destroySoon()
}
