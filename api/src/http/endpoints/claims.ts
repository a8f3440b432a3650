import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { claimPlace } from '../../links/claim-place.ts'
import { errorReply, HttpError } from '../../system/error-responses.ts'
import { isSame } from '../../system/server.ts'
import type { Endpoint } from '../endpoints.ts'
import { WRONG_KEYS_LIMIT } from '../rate-limit.ts'

const WRONG_KEY = errorReply(
  401,
  'KEY_WRONG',
  'The request needs the site’s CLAIM_KEY as a bearer token.',
  { 'www-authenticate': 'Bearer' },
)

/** This error gives no reason, so that a code reveals nothing about a person who has left. */
const NO_PLACE = errorReply(404, 'CODE_UNKNOWN', 'No place is kept for this code.')

const body = Type.Object({
  code: Type.String({
    description: 'The code in the invitation’s link. What mail programs add to it is removed.',
  }),
})

const time = (description: string) => Type.String({ format: 'date-time', description })

const person = Type.Object(
  {
    source: Type.Union([Type.String(), Type.Null()]),
    joined_at: time('When the person joined the waitlist.'),
    invited_at: time('When the person was invited.'),
    claimed_at: time('When the place was first claimed.'),
    first: Type.Boolean({
      description:
        'Whether this claim was the first. If a response is lost, the repeated request gets false.',
    }),
  },
  {
    additionalProperties: { type: ['string', 'null'], description: 'The answer to a question.' },
    description: 'The person.',
  },
)

/** Returns whether the key is correct. The scheme's name is case-insensitive (RFC 9110, section 11.1). */
const hasKey = ({ headers }: FastifyRequest, key: string): boolean =>
  isSame((headers.authorization ?? '').replace(/^bearer +/i, ''), key)

/** Returns the person's address and answers to a caller who has CLAIM_KEY and a code. */
const claims: Endpoint = async (app, { config, links }) => {
  const { claimKey } = config
  if (claimKey === undefined) return
  app.post<{ Body: Static<typeof body> }>(
    '/claims',
    {
      schema: {
        summary: 'Claim an invitation’s place, as the product’s server',
        consumes: ['application/json'],
        headers: Type.Object({
          authorization: Type.Optional(Type.String({ description: 'Bearer CLAIM_KEY' })),
        }),
        body,
        response: { 200: person },
      },
      config: {
        rateLimit: { ...WRONG_KEYS_LIMIT, allowList: (request) => hasKey(request, claimKey) },
      },
      // This hook runs after the rate limit and before the body is read.
      preParsing: async (request) => {
        if (!hasKey(request, claimKey)) throw new HttpError(WRONG_KEY)
      },
    },
    async (request) => {
      const { days } = config.mail.invitation
      const claimed = await claimPlace(links, request.body.code, days)
      if (!claimed) throw new HttpError(NO_PLACE)
      return claimed
    },
  )
}
export default claims
