import Type, { type TSchema } from 'typebox'
import { FIELD_NAMES } from '../../../contract/waitlist.ts'
import { ERRORS, type ErrorReply } from '../system/error-responses.ts'
import type { Sentences } from './errors/handler.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** Of every response. */
export const REQUEST_ID = {
  'x-request-id': Type.String({
    format: 'uuid',
    description: 'The id of the request in the log, for support.',
  }),
}

const RETRY_AFTER = { 'retry-after': count('Seconds to wait before the next attempt.') }

const ALLOW = { allow: Type.String({ description: 'With 405: the methods of this address.' }) }

/** Of every response of a route with a limit. */
export const RATE_LIMIT = {
  'ratelimit-limit': count('Requests that one address may send in the time window.'),
  'ratelimit-remaining': count('Requests that are left in the time window.'),
  'ratelimit-reset': count('Seconds until the time window ends.'),
}

const fields = Type.Object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, Type.Optional(Type.String())] as const)),
  { additionalProperties: false, description: 'A message for each invalid field.' },
)

const errorBody = (codes: readonly string[]) =>
  Type.Object(
    {
      error: Type.String({ minLength: 1, description: 'A sentence for the visitor.' }),
      code: Type.String({ enum: [...new Set(codes)], description: 'A stable word for programs.' }),
      fields: Type.Optional(fields),
    },
    { additionalProperties: false },
  )

const PAGE = Type.String({ description: 'An HTML page, for a form sent without JavaScript.' })

interface ResponseOptions {
  /** Those of this response only; describe.ts adds the others. */
  readonly headers?: Readonly<Record<string, TSchema>>
  /** Whether a form sent without JavaScript gets an HTML page. */
  readonly page?: boolean
  readonly sentences?: Sentences
}

/** A response with a JSON body, for `schema.response`. */
export const jsonResponse = (
  description: string,
  schema: TSchema,
  { headers, page }: ResponseOptions = {},
) => ({
  description,
  headers,
  content: {
    'application/json': { schema },
    ...(page && { 'text/html': { schema: PAGE } }),
  },
})

/** The schema of a body that is always the same. */
export const constant = ({ status }: { readonly status: string }) =>
  Type.Object({ status: Type.Literal(status) })

/** A response with an HTML page, for `schema.response`. */
export const pageResponse = (description: string) => ({
  description,
  content: { 'text/html': { schema: PAGE } },
})

/** A redirect to one of the locations, without a body, for `schema.response`. */
export const redirectResponse = (description: string, ...locations: readonly string[]) => ({
  description,
  type: 'null',
  headers: { location: Type.String({ enum: [...locations] }) },
})

/** Error responses by status, for `schema.response`. Errors of one status share an entry. */
export function errorResponses(
  replies: readonly ErrorReply[],
  { page = false, sentences }: Omit<ResponseOptions, 'headers'> = {},
) {
  const statuses = [...new Set(replies.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map((status) => {
      const same = replies.filter((reply) => reply.status === status)
      const headers = [429, 503].includes(status) ? RETRY_AFTER : {}
      const codes = same.map(({ body }) => body.code)
      const [first] = same.map(({ body }) => sentences?.[body.code] ?? body.error)
      const description = first ?? ''
      return [status, jsonResponse(description, errorBody(codes), { headers, page })]
    }),
  )
}

export const ANY_ERROR = jsonResponse(
  'Any other error, such as an unknown address or method.',
  errorBody(Object.values(ERRORS).map(({ body }) => body.code)),
  { headers: ALLOW },
)
