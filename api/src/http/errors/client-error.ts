import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorReply } from '../../system/error-responses.ts'
import { API_HEADERS } from '../response-headers.ts'

const BY_CODE = new Map<string | undefined, ErrorReply>([
  ['ERR_HTTP_REQUEST_TIMEOUT', ERRORS.timeout],
  ['HPE_HEADER_OVERFLOW', ERRORS.headersTooLarge],
])

/** Responds to bytes that Node could not parse as an HTTP request. */
export function sendClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = BY_CODE.get(error.code) ?? ERRORS.malformedRequest
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    ...Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`)
  // `end()` closes only our half; a client that keeps its half open would delay our shutdown
  socket.destroySoon()
}
