import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { ANY_ERROR, RATE_LIMIT, REQUEST_ID } from './response-schemas.ts'

const addHeaders = (response: object, headers: object): object =>
  Object.fromEntries(
    Object.entries(response).map(([status, described]) => [
      status,
      { ...described, headers: { ...headers, ...described.headers } },
    ]),
  )

/** Describes the routes that are added after this call, from their schemas, at `/openapi.json`. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Waitlist',
        version: '1',
        description:
          'Join the waitlist, follow the links of its emails, and check whether it can be joined.',
      },
    },
    transform: ({ schema, url, route }) => {
      const limited = addHeaders(
        Object(schema?.response),
        route.config?.rateLimit ? RATE_LIMIT : {},
      )
      const response = addHeaders({ ...limited, default: ANY_ERROR }, REQUEST_ID)
      return { url, schema: { ...schema, response } }
    },
  })
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json').send(text)
  })
}
