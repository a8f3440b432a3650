// Guards budgets.

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { budgets } from '../../../web/budgets.ts'
import { describeStack, test } from '../../support/fixtures/stack.ts'
import { PATHS } from '../../support/routes.ts'

describeStack('the first round trip', () => {
  test.for(PATHS)('the HTML of %s arrives in one round trip', async (path, { stack }) => {
    const sent = request(stack.url + path, {
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
