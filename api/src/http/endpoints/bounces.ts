import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { addReports } from '../../list/suppressions/bounces.ts'
import { readReports, textAt } from '../../mail/transport/providers.ts'
import { ERRORS, errorReply, HttpError } from '../../system/error-responses.ts'
import { isSame } from '../../system/server.ts'
import type { Endpoint } from '../endpoints.ts'
import { DATABASE_LIMIT } from '../rate-limit.ts'

const RECEIVED = { status: 'received' } as const

/** The maximum size of a report. The largest are SendGrid's, at up to 768 KB. */
const MAX_BODY_BYTES = 1_048_576

/** Amazon must respond well within the ten seconds after which nginx stops waiting for our response. */
const TIMEOUT_MS = 4_000

/** With 403 instead of 404, the owner can see whether the path or the key is mistyped. */
const WRONG_KEY = errorReply(
  403,
  'KEY_WRONG',
  'The key in this address is not the site’s BOUNCE_KEY.',
)

const OTHER_TOPIC = errorReply(
  403,
  'TOPIC_WRONG',
  'The message is not from the topic in the site’s BOUNCE_TOPIC_ARN.',
)

const query = Type.Object({
  key: Type.Optional(Type.String({ description: 'The site’s BOUNCE_KEY.' })),
})

const report = Type.Unknown({
  description:
    'One or more events from the provider. Events of other kinds are ignored, because providers repeat a report that was refused.',
})

/** Reads JSON and plain text as a string, because Amazon SNS sends JSON as text/plain. */
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

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new HttpError(ERRORS.malformedBody)
  }
}

/** Accepts only Amazon SNS hosts. The domain alone proves nothing, because anyone can create an S3 bucket in it. */
function isSnsAddress(address: string): boolean {
  const url = URL.parse(address)
  return (
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.port === '' &&
    /^sns\.(?!s3)[a-z\d-]{3,32}\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  )
}

async function subscribe(address: string, log: FastifyBaseLogger): Promise<void> {
  if (!isSnsAddress(address)) throw new HttpError(OTHER_TOPIC)
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(address, { redirect: 'error', signal })
    if (!response.ok) throw new Error(String(response.status))
  } catch (reason) {
    log.warn({ reason }, 'Amazon SNS does not respond')
    throw new HttpError(ERRORS.unavailable)
  }
}

/**
 * Returns the notification in an Amazon SNS message. If the message asks to confirm a subscription, confirms it.
 * @throws HttpError
 */
async function openSns(message: unknown, topic: string, log: FastifyBaseLogger): Promise<unknown> {
  if (textAt(message, 'TopicArn') !== topic) throw new HttpError(OTHER_TOPIC)
  const type = textAt(message, 'Type')
  if (type === 'SubscriptionConfirmation') {
    await subscribe(textAt(message, 'SubscribeURL') ?? '', log)
  }
  const text = textAt(message, 'Message') ?? ''
  // When events are set up, Amazon sends a plain sentence instead of JSON.
  return type === 'Notification' && text.startsWith('{') ? parse(text) : undefined
}

/** Exists only if BOUNCE_KEY is set, because its callers can stop emails to any address. */
const bounces: Endpoint = async (app, { config, database }) => {
  if (config.bounces === undefined) return
  const { key, provider, topicArn } = config.bounces
  readRaw(app)
  app.post(
    `/bounces/${provider}`,
    {
      schema: {
        summary: `Report bounces and complaints, as the mail provider ${provider}`,
        querystring: query,
        body: report,
        consumes: ['application/json', 'text/plain'],
        response: { 200: { description: 'The reports are stored; the worker applies them.' } },
      },
      bodyLimit: MAX_BODY_BYTES,
      // The limit loses no reports, because providers resend those that were refused.
      config: { rateLimit: DATABASE_LIMIT },
      // The key is checked after the rate limit and before the body is read.
      preParsing: checkKey(key),
    },
    async ({ body, log }) => {
      const message = parse(String(body))
      const event = topicArn ? await openSns(message, topicArn, log) : message
      await addReports(database, readReports(provider, event))
      return RECEIVED
    },
  )
}
export default bounces
