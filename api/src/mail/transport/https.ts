import { setTimeout as sleep } from 'node:timers/promises'
import type { MailConfig } from '../../system/settings.ts'
import { MAIL_APIS, type Message, type Rule } from './https-apis.ts'
import {
  type Delivery,
  type Mail,
  messageOf,
  type Sender,
  type Transport,
  withAsciiDomain,
} from './smtp.ts'

type ApiConfig = NonNullable<MailConfig['api']>

export const PATIENCE = {
  /** How long to wait for a response. Together with `pauseMs`, it stays below the limit for the worker's shutdown. */
  replyMs: 30_000,
  /** How long an email waits in this process while the provider limits the request rate. */
  pauseMs: 10_000,
}

/**
 * Limits for a provider's Retry-After. Without the upper limit, a wrong value could stop emails for days without anyone
 * noticing.
 */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 3_600_000]

interface Answer {
  readonly status: number
  /** The parsed body. Undefined if it is not JSON, or ended early. */
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly isJson: boolean
  /** How long to wait before the next request, if a refusal says so. */
  readonly pauseMs: number | undefined
}

/** Reads seconds or a date (RFC 9110). Brevo uses another header, with seconds. */
function pauseIn({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined
  const value = headers.get('retry-after') ?? headers.get('x-sib-ratelimit-reset') ?? ''
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS)
}

function parse(text: string | undefined): Answer['body'] {
  try {
    return Object(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

/** Returns the meaning of a status that matches none of the provider's rules (RFC 9110; 425 is RFC 8470). */
function usualMeaning({ status, isJson }: Answer): Rule['means'] | 'failed' {
  if (status >= 500) return status === 503 ? 'away' : 'later'
  if ([408, 409, 425].includes(status)) return 'later'
  const isAboutAccount = status < 400 || [401, 402, 403, 404, 405, 429].includes(status)
  if (isAboutAccount) return 'away'
  // A response other than JSON comes from a proxy or a firewall and says nothing about the email.
  return isJson ? 'failed' : 'later'
}

/** @returns whether a response meets a rule */
const matches = (
  { status, codes, says }: Omit<Rule, 'means'>,
  answer: { readonly status: number; readonly code: string; readonly words: string },
): boolean =>
  (status === undefined || status === answer.status) &&
  (codes === undefined || codes.includes(answer.code)) &&
  (says === undefined || says.test(answer.words))

const textIn = (body: Answer['body'], name: string | undefined): string =>
  name === undefined ? '' : String(body?.[name] ?? '')

/** Returns the parts of a response that the provider's rules examine. */
const seenIn = ({ status, body }: Answer, api: (typeof MAIL_APIS)[ApiConfig['provider']]) => ({
  status,
  code: textIn(body, api.code),
  words: textIn(body, api.words),
})

/** Returns an error code if it is safe to store. Anything longer than a word or a number could contain an address. */
const codeIn = (code: string): string => (/^(?:[a-z_]{1,40}|\d{1,5})$/.test(code) ? ` ${code}` : '')

function deliveryOf(provider: ApiConfig['provider'], answer: Answer): Delivery {
  const api = MAIL_APIS[provider]
  const { status, body, isJson } = answer
  const seen = seenIn(answer, api)
  const reply = `${status}${codeIn(seen.code)}`
  if (status >= 200 && status < 300) {
    // Truncated JSON still means that the email was accepted. A response without an id comes from another server, so
    // the email is retried, though not forever, because the attempt counts.
    const isAccepted = isJson && (body === undefined || textIn(body, api.id) !== '')
    return isAccepted ? { kind: 'sent' } : { kind: 'later', reply }
  }
  const means = api.rules.find((rule) => matches(rule, seen))?.means ?? usualMeaning(answer)
  if (means === 'sent') return { kind: 'sent' }
  if (means === 'address') return { kind: 'failed', reply, status: '5.1.1' }
  return { kind: means, reply }
}

interface NetworkError extends Error {
  readonly cause?: NodeJS.ErrnoException
}

const codeOf = ({ name, cause }: NetworkError): string =>
  name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? 'unknown')

/**
 * Recognizes DNS, connection and certificate errors. After any other error, the provider may have received the email.
 */
const isUnsent = ({ cause }: NetworkError): boolean =>
  cause instanceof AggregateError ||
  ['connect', 'getaddrinfo'].includes(cause?.syscall ?? '') ||
  /CONNECT_TIMEOUT|^ERR_(?:TLS|SSL)|CERT|SELF_SIGNED|^UNABLE_TO|^EPROTO$/.test(cause?.code ?? '')

/** Sends emails over HTTPS, through a provider's API. */
export function openApi(
  { provider, key, url }: ApiConfig,
  from: Sender,
  patience = PATIENCE,
): Transport {
  const api = MAIL_APIS[provider]
  const base = url ?? api.url
  const place = `the API of ${api.name} at ${new URL(base).host}`
  /** The provider's last refusal, and until when (by `performance.now`) it wants no further requests. */
  let paused = { until: 0, reply: '' }

  async function request(
    method: 'GET' | 'POST',
    path: string,
    body?: FormData | object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const isForm = body === undefined || body instanceof FormData
    const response = await fetch(
      base + path.replace('{domain}', from.address.split('@')[1] ?? ''),
      {
        method,
        headers: {
          accept: 'application/json',
          ...(!isForm && { 'content-type': 'application/json' }),
          ...api.login(key),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        // Following a redirect could send the key to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(patience.replyMs),
      },
    )
    return {
      status: response.status,
      isJson: /\bjson\b/.test(response.headers.get('content-type') ?? ''),
      pauseMs: pauseIn(response),
      body: parse(await response.text().catch(() => undefined)),
    }
  }

  async function attempt(message: Message): Promise<Answer | Delivery> {
    const once = api.onceHeader ? { [api.onceHeader]: message.id } : {}
    try {
      return await request('POST', api.path, api.body(message), once)
    } catch (error) {
      const reply = codeOf(error as NetworkError)
      return { kind: isUnsent(error as NetworkError) ? 'away' : 'later', reply }
    }
  }

  return {
    place,
    async send(mail, isHeld = () => true) {
      const message = apiMessageOf(mail, from)
      const until = performance.now() + patience.pauseMs
      while (paused.until <= until) {
        await sleep(Math.max(paused.until - performance.now(), 0))
        if (!isHeld()) return { kind: 'later', reply: 'unknown' }
        const answer = await attempt(message)
        if ('kind' in answer) return answer
        const delivery = deliveryOf(provider, answer)
        if (delivery.kind !== 'away' || answer.pauseMs === undefined) return delivery
        paused = { until: performance.now() + answer.pauseMs, reply: delivery.reply }
      }
      return { kind: 'away', reply: paused.reply }
    },
    async verify() {
      const { method, path, right } = api.check
      const answer = await request(
        method,
        path,
        method === 'POST' ? new FormData() : undefined,
      ).catch((error: NetworkError) => {
        throw new Error(`${place} cannot be reached (${codeOf(error)})`)
      })
      const { status, body, isJson } = answer
      const seen = seenIn(answer, api)
      if ((status >= 200 && status < 300 && body) || (right && isJson && matches(right, seen)))
        return
      const isRefused = [400, 401, 403].includes(status)
      const what = isRefused ? 'refuses MAIL_API_KEY' : 'accepts no requests'
      throw new Error(`${place} ${what} (${status}${codeIn(seen.code)})`)
    },
    close: () => {},
  }
}

/** Replaces line breaks and other control characters, which a provider might write into a header unchanged. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

function apiMessageOf(mail: Mail, from: Sender): Message {
  const { subject, html, text, messageId, headers } = messageOf(mail, from)
  return {
    from: { ...from, name: oneLine(from.name) },
    to: withAsciiDomain(mail.to),
    subject: oneLine(subject),
    html,
    text,
    id: mail.id,
    headers: { ...headers, 'Message-ID': messageId },
  }
}
