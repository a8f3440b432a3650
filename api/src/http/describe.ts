import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'

const ERROR = Type.Object(
  {
    error: Type.String({ description: 'A sentence for the visitor.' }),
    code: Type.String({ description: 'A stable word for programs.' }),
    fields: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'A message for each invalid field.',
      }),
    ),
  },
  { description: 'Any error.' },
)

/** Serves `/openapi.json`, generated from the schemas of the routes added after this call. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Waitlist',
        version: '1',
        description:
          'Join the waitlist, follow the links in its emails, and check whether it can be joined.',
      },
    },
    transform: ({ schema, url }) => ({
      url,
      schema: { ...schema, response: { ...Object(schema?.response), default: ERROR } },
    }),
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
