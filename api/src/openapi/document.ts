import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ANY_ERROR, type Described } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route answers, by status, for the description of the API. */
    answers?: Readonly<Record<number, Described>>
  }
}

const PAGE = Type.String({ description: 'A page, for a form that was sent without JavaScript.' })

const toResponse = ({ description, headers, body, page }: Described) => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': { schema: body },
    ...(page && { 'text/html': { schema: PAGE } }),
  },
})

/**
 * Describes the routes that are added from now on, from their schemas and `config.answers`,
 * at `/openapi.json`. It only reads: what is validated and sent stays as it is.
 */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Waitlist',
        version: '1',
        description: 'Joining the waitlist, and whether it can be joined.',
      },
    },
    transform({ schema, url, route }) {
      const answers = Object.entries({ ...route.config?.answers, default: ANY_ERROR })
      return {
        url,
        schema: {
          ...schema,
          response: Object.fromEntries(answers.map(([status, of]) => [status, toResponse(of)])),
        },
      }
    },
  })
  let text: string | undefined
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.type('application/json').send(text)
  })
}
