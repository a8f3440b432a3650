import Type, { type TSchema } from 'typebox'
import { FIELD_NAMES } from '../../contract/waitlist.ts'
import { ANSWERS } from '../errors/answers.ts'
import { codeOfField } from '../errors/fields.ts'
import { HEADERS } from './headers.ts'

const fields = Type.Object(
  Object.fromEntries(FIELD_NAMES.map((name) => [name, Type.Optional(Type.String())] as const)),
  {
    additionalProperties: false,
    description: 'Message by field, when single fields are at fault.',
  },
)

/** The one shape of errors, with the codes that it may have. */
const errorOf = (codes: readonly string[], { withFields = false } = {}): TSchema =>
  Type.Object(
    {
      error: Type.String({ minLength: 1, description: 'A sentence for the visitor.' }),
      code: Type.String({ enum: [...codes], description: 'A stable word for programs.' }),
      ...(withFields && { fields: Type.Optional(fields) }),
    },
    { additionalProperties: false },
  )

/** An answer as a route describes it. */
export interface Described {
  readonly description: string
  readonly headers?: Record<string, TSchema>
  readonly body: TSchema
  /** Who sent a form gets a page instead. */
  readonly page?: boolean
}

type Name = Exclude<keyof typeof ANSWERS, 'malformedRequest' | 'malformedBody'>

const described = (name: Name, more: Partial<Described> = {}): [number, Described] => {
  const { status, body } = ANSWERS[name]
  return [status, { description: body.error, body: errorOf([body.code]), ...more }]
}

const { requestId, rateLimit, retryAfter, allow } = HEADERS

/** What any address under `/api` may answer. */
export const ANY_ERROR: Described = {
  description: 'Any other error, as of an address or a method that is not there.',
  headers: { ...requestId, ...allow },
  body: errorOf(Object.values(ANSWERS).map(({ body }) => body.code)),
}

export const UNAVAILABLE: Record<number, Described> = Object.fromEntries([
  described('databaseAway', { headers: { ...requestId, ...retryAfter } }),
])

const MALFORMED = [ANSWERS.malformedRequest, ANSWERS.malformedBody].map(({ body }) => body.code)
const FIELD_CODES = FIELD_NAMES.map(codeOfField)

/** Those that the limiter has counted. */
const counted = { ...requestId, ...rateLimit }

/** The errors of `POST /api/waitlist`, by status. Node's own (408, 431) have no request yet. */
export const WAITLIST_ERRORS: Record<number, Described> = {
  400: {
    description: 'It cannot be taken. The sentence and the code are those of the first field.',
    headers: counted,
    body: errorOf([...MALFORMED, ...FIELD_CODES], { withFields: true }),
    page: true,
  },
  429: {
    description: 'Too many signups came from this address.',
    headers: { ...counted, ...retryAfter },
    body: errorOf(['RATE_LIMITED']),
    page: true,
  },
  ...Object.fromEntries([
    described('crossSite', { headers: requestId, page: true }),
    described('timeout'),
    described('bodyTooLarge', { headers: requestId, page: true }),
    described('unsupportedType', { headers: requestId }),
    described('headersTooLarge'),
    described('bug', { headers: counted, page: true }),
    described('databaseAway', { headers: { ...counted, ...retryAfter }, page: true }),
  ]),
}
