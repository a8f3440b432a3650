import getPort from 'get-port'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../../api/src/database/pool.ts'
import type { Endpoint } from '../../../api/src/http/endpoints.ts'
import { useApp } from '../../support/app.ts'
import { scrape } from '../../support/metrics.ts'
import { expectError } from '../../support/responses.ts'

const SENTENCE = 'There are no greetings today.'

const HELLO = { type: 'object', properties: { hello: { type: 'string' } } } as const

/** As small as a file of `api/src/endpoints/` can be. */
const hello: Endpoint = async (app) => {
  app.get(
    '/test-of-an-endpoint',
    {
      schema: { response: { 200: HELLO } },
      config: { sentences: { UNAVAILABLE: SENTENCE } },
    },
    async ({ query }) => {
      if (Object.keys(Object(query)).length > 0) throw new DatabaseUnavailable(query)
      return { hello: 'world', secret: 'is not in the schema' }
    },
  )
}

const metricsPort = await getPort()

describe('a further endpoint', () => {
  const app = useApp({ METRICS_PORT: String(metricsPort) }, { endpoints: [hello] })

  test('an endpoint is in OpenAPI, in 405 and in the metrics without another edit', async () => {
    expect((await app().http.get('/api/test-of-an-endpoint')).body).toEqual({ hello: 'world' })

    const { paths } = (await app().http.get('/api/openapi.json')).body
    expect(Object.keys(paths['/api/test-of-an-endpoint'].get.responses)).toEqual(['200', 'default'])

    const refused = await app().http.delete('/api/test-of-an-endpoint')
    expectError(refused, 405, 'METHOD_NOT_ALLOWED')
    expect(refused.headers['allow']).toBe('GET, HEAD')

    const { value } = await scrape(metricsPort)
    const sample =
      'http_request_duration_seconds_count{route="/api/test-of-an-endpoint",status="200"}'
    expect(value(sample)).toBe(1)
  })

  test('an endpoint has its own sentence for an error of any kind', async () => {
    const response = await app().http.get('/api/test-of-an-endpoint?fail=1')
    expectError(response, 503, 'UNAVAILABLE')
    expect(response.body.error).toBe(SENTENCE)
  })
})
