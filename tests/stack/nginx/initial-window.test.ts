import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { budgets } from '../../../web/budgets.ts'
import { PATHS } from '../../support/routes.ts'
import { describeStack, useSharedStack } from '../../support/stack/use-stack.ts'

describeStack('the first round trip', () => {
  const running = useSharedStack()

  test.each(PATHS)('the HTML of %s arrives in one round trip', async (path) => {
    const sent = request(running().url + path, {
      agent: false,
      headers: { 'accept-encoding': 'br' },
    }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    await text(response)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-encoding']).toBe('br')
    expect(response.socket.bytesRead).toBeLessThanOrEqual(budgets.initialWindow)
  })
})
