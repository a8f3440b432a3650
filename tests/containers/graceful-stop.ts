import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { WAITLIST_PATH } from '../../api/contract/waitlist.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { LARGE, type SecureStack } from './secure-stack.ts'

/** nginx is told to stop while visitors are being answered. To be the last that needs it. */
export function gracefulStop(running: () => SecureStack): void {
  const open = async () => {
    const { hostname, port } = new URL(running().url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return socket
  }
  const away = () =>
    fetch(running().url).then(
      () => false,
      () => true,
    )

  test('a download that has begun comes to its end, and so does a signup', async () => {
    const download = await open()
    let received = 0
    download.write('GET /large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [head] = (await once(download, 'data')) as [Buffer]
    received += head.length
    download.pause()

    const signup = await open()
    const body = JSON.stringify(bodyOf(somebody()))
    const fields = `content-type: application/json\r\ncontent-length: ${body.length}`
    signup.write(`POST ${WAITLIST_PATH} HTTP/1.1\r\nhost: localhost\r\n${fields}\r\n\r\n{`)

    const stopped = running().compose('stop', 'nginx')
    await expect.poll(away, { timeout: 20_000 }).toBe(true)

    signup.write(body.slice(1))
    const [answer] = (await once(signup, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /)

    download.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    download.resume()
    await once(download, 'close')
    expect(received).toBeGreaterThan(LARGE)
    await stopped
    const state = await running().compose('ps', '--all', '--format', '{{.ExitCode}}', 'nginx')
    expect(state.trim()).toBe('0')
  }, 90_000)
}
