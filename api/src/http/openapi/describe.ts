import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { ANY_ERROR } from './response-schemas.ts'

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
    transform: ({ schema, url }) => ({
      url,
      schema: { ...schema, response: { ...Object(schema?.response), default: ANY_ERROR } },
    }),
  })
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json').send(text)
  })
}
