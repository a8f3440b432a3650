import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { DeliveryReport } from '../../list/apply-reports.ts'
import { addReports } from '../../list/reports.ts'
import { ForgedRequest, type Provider, type ProviderKeys } from '../../mail/providers/provider.ts'
import { PROVIDERS } from '../../mail/providers/providers.ts'
import { OtherTopic, SnsUnavailable } from '../../mail/providers/sns.ts'
import { BODY_ERRORS, ERRORS, errorReply, HttpError } from '../../system/error-responses.ts'
import { isSame } from '../../system/is-same.ts'
import type { Endpoint } from '../endpoints.ts'
import { DATABASE_LIMIT } from '../rate-limit.ts'
import { constant, errorResponses, jsonResponse } from '../response-schemas.ts'

const RECEIVED = { status: 'received' } as const

/** SendGrid sends the most: up to 768 KB. In bytes. */
const LARGEST = 1_048_576

/** No 404: the owner has to see whether the path or the key is mistyped. */
const WRONG_KEY = errorReply(
  403,
  'KEY_WRONG',
  'The key in this address is not BOUNCE_KEY of the site.',
)

const FORGED = errorReply(
  403,
  'SIGNATURE_WRONG',
  'The signature is missing, or BOUNCE_SIGNING_KEY of the site belongs to another key.',
)

const OTHER_TOPIC = errorReply(
  403,
  'TOPIC_WRONG',
  'The message is not from the topic BOUNCE_TOPIC_ARN of the site.',
)

const OLD = errorReply(403, 'EVENT_OLD', 'Events that are older than a week are not accepted.')

const FAILURES = [...BODY_ERRORS, WRONG_KEY, FORGED, OTHER_TOPIC, OLD]

/** Providers repeat a request for some days at most; what is older was recorded by somebody. In milliseconds. */
const OLDEST = 604_800_000

const query = Type.Object({
  key: Type.Optional(Type.String({ description: 'BOUNCE_KEY of the site.' })),
})

/** As it was sent, because signatures cover the exact bytes. Amazon SNS sends JSON as text/plain. */
function readRaw(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => body,
  )
}

/** @throws HttpError before the body is read */
const checkKey =
  (key: string) =>
  async ({ query }: FastifyRequest): Promise<void> => {
    const given = (query as { readonly key?: unknown }).key
    if (!isSame(String(given), key)) throw new HttpError(WRONG_KEY)
  }

function replyTo(error: unknown, log: FastifyBaseLogger): unknown {
  if (error instanceof ForgedRequest) return new HttpError(FORGED)
  if (error instanceof OtherTopic) return new HttpError(OTHER_TOPIC)
  if (error instanceof SyntaxError) return new HttpError(ERRORS.malformedBody)
  if (!(error instanceof SnsUnavailable)) return error
  log.warn({ reason: error.cause }, 'Amazon SNS does not respond')
  return new HttpError(ERRORS.unavailable)
}

async function readReports(
  provider: Provider,
  { headers, body, log }: FastifyRequest,
  keys: ProviderKeys,
): Promise<readonly DeliveryReport[]> {
  try {
    return await provider({ headers, body: String(body) }, keys)
  } catch (error) {
    throw replyTo(error, log)
  }
}

/**
 * The new ones of a request, which may have several events.
 * @throws HttpError when all are old
 */
function newReports(reports: readonly DeliveryReport[]): readonly DeliveryReport[] {
  const oldest = Date.now() - OLDEST
  const recent = reports.filter(({ reportedAt = oldest }) => reportedAt >= oldest)
  if (recent.length === 0 && reports.length > 0) throw new HttpError(OLD)
  return recent
}

/** Only with BOUNCE_KEY: whoever knows it can stop the emails to an address that they know. */
const bounces: Endpoint = async (app, { config, database }) => {
  if (config.bounces === undefined) return
  const { key, provider, ...keys } = config.bounces
  readRaw(app)
  app.post(
    `/bounces/${provider}`,
    {
      schema: {
        summary: `Report bounces and complaints, as the mail provider ${provider}`,
        querystring: query,
        consumes: ['application/json', 'text/plain'],
        response: {
          200: jsonResponse('The reports are stored; the worker applies them.', constant(RECEIVED)),
          ...errorResponses(FAILURES),
        },
      },
      bodyLimit: LARGEST,
      // providers repeat what was refused
      config: { rateLimit: DATABASE_LIMIT },
      // after the limit, before the body
      preParsing: checkKey(key),
    },
    async (request) => {
      const reports = await readReports(PROVIDERS[provider], request, keys)
      await addReports(database, newReports(reports))
      return RECEIVED
    },
  )
}
export default bounces
