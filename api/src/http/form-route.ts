import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import {
  ADVICE,
  BODY_LIMIT,
  FIELDS,
  type FieldName,
  messagesOf,
} from '../../../contract/waitlist.ts'
import { formSchema, messagesFor, tidyForm, type ValidForm } from '../list/inbox/form-schema.ts'
import { networkHasher } from '../list/inbox/network.ts'
import { InvalidForm, type Signup, toSignup } from '../list/inbox/signup.ts'
import { isForm } from '../system/server.ts'
import { refuseCrossSite } from './cross-site.ts'
import type { Services } from './endpoints.ts'
import { errorHandler, type Sentences } from './errors/handler.ts'
import { failureSender } from './pages.ts'

const hashNetwork = networkHasher()

/** The error for an address that passes the form's rules but that no email can reach. */
const UNREACHABLE = { email: messagesOf(FIELDS.email).malformed }

interface Form {
  /** The whole path, including `/api`. */
  readonly path: string
  readonly summary: string
  readonly names: readonly FieldName[]
  readonly query?: TSchema
  readonly success: {
    readonly status: 201 | 202
    readonly description: string
    readonly reply: object
    /** The path of the page that follows a form sent without JavaScript. */
    readonly page: string
  }
  /** Responses that only this form sends, by status. */
  readonly refusals?: Readonly<Record<number, { readonly description: string }>>
  readonly sentences: Sentences
  /** @param network the hash of the visitor's network, in hexadecimal */
  readonly work: (signup: Signup, network: string, query: unknown) => Promise<void>
}

/** Adds a form's route. Scripts send the form as JSON; browsers without JavaScript send it as a web form. */
export function addForm(
  app: FastifyInstance,
  { config, limitForms }: Services,
  { path, summary, names, query, success, refusals, sentences, work }: Form,
): void {
  const { status, description, reply: replyBody, page } = success
  app.post(
    path.slice(app.prefix.length),
    {
      schema: {
        summary,
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: formSchema(names),
        ...(query && { querystring: query }),
        response: { [status]: { description }, ...refusals },
      },
      schemaErrorFormatter: (errors) => new InvalidForm(messagesFor(errors)),
      bodyLimit: BODY_LIMIT,
      config: { sentences },
      // Forms from other websites are refused first, so that they don't use up the visitor's limit.
      preValidation: [
        async (request) => refuseCrossSite(request, config),
        limitForms,
        async (request) => {
          request.body = tidyForm(request.body, names)
        },
      ],
      errorHandler: errorHandler(failureSender(ADVICE.form)),
    },
    async (request, reply) => {
      const signup = toSignup(request.body as ValidForm)
      if (signup === undefined) throw new InvalidForm(UNREACHABLE)
      await work(signup, hashNetwork(request.ip), request.query)
      if (isForm(request)) return reply.redirect(page, 303)
      reply.code(status)
      return replyBody
    },
  )
}
