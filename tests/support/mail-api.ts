import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { MailApiName } from '../../api/src/system/settings.ts'

export const RIGHT_KEY = 're_the-right-key'

interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Documented {
  readonly path: string
  /** The header with the key. */
  readonly login: readonly [header: string, value: string]
  /** The response to a wrong key. */
  readonly wrongKey: Reply
  /** The response to the request with which the doctor checks the key. */
  readonly checked: Reply
  accepted(): Reply
}

const json = (status: number, body: unknown, headers = {}): Reply => ({ status, body, headers })

/** The responses in each provider's documentation. */
export const DOCUMENTED: Readonly<Record<MailApiName, Documented>> = {
  resend: {
    path: '/emails',
    login: ['authorization', `Bearer ${RIGHT_KEY}`],
    wrongKey: json(401, {
      statusCode: 401,
      name: 'validation_error',
      message: 'API key is invalid',
    }),
    checked: json(401, {
      statusCode: 401,
      name: 'restricted_api_key',
      message: 'This API key is restricted to only send emails.',
    }),
    accepted: () => json(200, { id: randomUUID() }),
  },
  postmark: {
    path: '/email',
    login: ['x-postmark-server-token', RIGHT_KEY],
    wrongKey: json(401, { ErrorCode: 10, Message: 'Bad or missing server API token' }),
    checked: json(200, { ID: 1, Name: 'Waitlist', ApiTokens: [RIGHT_KEY] }),
    accepted: () => json(200, { MessageID: randomUUID(), ErrorCode: 0, Message: 'OK' }),
  },
  mailgun: {
    path: '/v3/site.example/messages',
    login: ['authorization', `Basic ${Buffer.from(`api:${RIGHT_KEY}`).toString('base64')}`],
    wrongKey: { status: 401, body: 'Forbidden' },
    checked: json(400, { message: 'from parameter is missing' }),
    accepted: () => json(200, { id: `<${randomUUID()}@site.example>`, message: 'Queued.' }),
  },
  brevo: {
    path: '/v3/smtp/email',
    login: ['api-key', RIGHT_KEY],
    wrongKey: json(401, { code: 'unauthorized', message: 'Key not found' }),
    checked: json(200, { email: 'owner@site.example', plan: [] }),
    accepted: () => json(201, { messageId: `<${randomUUID()}@smtp-relay.example>` }),
  },
}

export type TestMailApi = Awaited<ReturnType<typeof newMailApi>>

/** Starts a server that responds as a provider's documentation says. It is closed when the test ends. */
export async function newMailApi(provider: MailApiName, { port = 0 } = {}) {
  const { path, login, wrongKey, checked, accepted } = DOCUMENTED[provider]
  const accepts: Received[] = []
  const hooks = {
    /**
     * Responds instead of the provider before an email is accepted, or returns undefined to let the provider respond.
     */
    refuse: (_received: Received): Reply | undefined => undefined,
    /** Called after an email is accepted and before the response. The hook may cut the connection. */
    onAccepted: (_response: ServerResponse): void | Promise<void> => undefined,
    /** The number of requests to send an email. */
    requests: 0,
  }
  const respond = (response: ServerResponse, { status, body, headers }: Reply) => {
    const isText = typeof body === 'string'
    const type = isText ? 'text/html' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }

  const bodies = new Map<unknown, string>()

  /**
   * Resend compares a repeated request with the first one under the same key. Its documentation does not say whether it
   * forgets refused requests, so this server remembers them.
   */
  function repeated({ headers, body }: Received): Reply | undefined {
    const key = headers['idempotency-key']
    if (key === undefined) return undefined
    const first = bodies.get(key) ?? body
    bodies.set(key, first)
    if (first !== body)
      return json(409, { statusCode: 409, name: 'invalid_idempotent_request', message: 'modified' })
    return accepts.some((one) => one.headers['idempotency-key'] === key) ? accepted() : undefined
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body: await text(request),
    }
    if (request.headers[login[0]] !== login[1]) return respond(response, wrongKey)
    const isEmail = received.path === path && received.body.includes('Message-ID')
    if (!isEmail) return respond(response, checked)
    hooks.requests += 1
    const reply = repeated(received) ?? hooks.refuse(received)
    if (reply) return respond(response, reply)
    accepts.push(received)
    await hooks.onAccepted(response)
    if (!response.headersSent && !response.destroyed) respond(response, accepted())
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  const { port: open } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${open}`
  return Object.assign(hooks, {
    url,
    /** The emails that the provider has accepted. */
    accepts,
    settings: { MAIL_API: provider, MAIL_API_KEY: RIGHT_KEY, MAIL_API_URL: url },
    close,
  })
}
