import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { budgets } from '../../web/budgets.ts'
import { paths } from '../../web/content/navigation.ts'
import type { Stack } from './stack.ts'

/** What a visitor waits for before anything can be shown. */
export function initialWindow(running: () => Stack): void {
  test.each(Object.values(paths))('%s is whole after one round trip', async (path) => {
    const asking = request(running().url + path, {
      agent: false,
      headers: { 'accept-encoding': 'br' },
    }).end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    await text(answer)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.socket.bytesRead).toBeLessThanOrEqual(budgets.initialWindow)
  })
}
