import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import { tidy } from '@ad-kit/contract'
import { expect, onTestFinished, test } from 'vitest'
import { ADDRESSES, HOSTILE_TEXT } from '../../../../tests/support/corpus.ts'
import { DOCUMENTED, newMailApi, RIGHT_KEY } from '../../../../tests/support/mail-api.ts'
import { freePort } from '../../../../tests/support/ports.ts'
import { type MailApiName, readConfig } from '../../system/settings.ts'
import { openApi, PATIENCE } from './https.ts'
import { MAIL_APIS } from './https-apis.ts'
import type { Mail } from './smtp.ts'

const SENDER = { name: 'Kiln, Inc.', address: 'hello@site.example', replyTo: 'help@site.example' }

const MAIL: Mail = {
  id: '7bed963b-0d30-4dfb-a6e1-424a1e03530b',
  to: 'ada@exämple.example',
  subject: 'Größe',
  html: '<p>Confirm</p>',
  text: 'Confirm',
  leave: 'https://site.example/waitlist/leave?t=abc',
  headers: { 'X-PM-Message-Stream': 'broadcast' },
}

const TO = 'ada@xn--exmple-cua.example'
const FROM = '"Kiln, Inc." <hello@site.example>'
const REPLY_TO = 'help@site.example'
const HEADERS = {
  'Message-ID': `<${MAIL.id}@site.example>`,
  'Auto-Submitted': 'auto-generated',
  'List-Unsubscribe': `<${MAIL.leave}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
}
const STREAM = { 'X-PM-Message-Stream': 'broadcast' }

const NAMES = Object.keys(MAIL_APIS) as MailApiName[]

const HASTY = { replyMs: 400, pauseMs: 2_000 }

const open = (settings: Readonly<Record<string, string>>, patience = PATIENCE, from = SENDER) => {
  const { api } = readConfig(settings).mail
  if (api === undefined) throw new Error('The test has no MAIL_API.')
  return openApi(api, from, patience)
}

const fieldsOf = async (body: string, type = ''): Promise<Record<string, unknown>> =>
  type.startsWith('multipart/form-data')
    ? Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData())
    : JSON.parse(body)

test.each<[MailApiName, Record<string, unknown>]>([
  [
    'resend',
    {
      ...{ from: FROM, to: [TO], reply_to: REPLY_TO, subject: MAIL.subject },
      ...{ html: MAIL.html, text: MAIL.text, headers: { ...HEADERS, ...STREAM } },
    },
  ],
  [
    'postmark',
    {
      ...{ From: FROM, To: TO, ReplyTo: REPLY_TO, Subject: MAIL.subject },
      ...{ HtmlBody: MAIL.html, TextBody: MAIL.text, TrackOpens: false, TrackLinks: 'None' },
      MessageStream: 'broadcast',
      Headers: expect.toSatisfy((list: { Name: string; Value: string }[]) => {
        const sent = Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]))
        return Object.entries({ ...HEADERS, 'X-PM-KeepID': 'true' }).every(
          ([name, value]) => sent[name] === value,
        )
      }),
    },
  ],
  [
    'mailgun',
    {
      ...{ from: FROM, to: TO, subject: MAIL.subject, html: MAIL.html, text: MAIL.text },
      ...{ 'o:tracking': 'no', 'h:Reply-To': REPLY_TO },
      ...Object.fromEntries(
        Object.entries({ ...HEADERS, ...STREAM }).map(([name, value]) => [`h:${name}`, value]),
      ),
    },
  ],
  [
    'brevo',
    {
      sender: { name: SENDER.name, email: SENDER.address },
      ...{ to: [{ email: TO }], replyTo: { email: REPLY_TO }, subject: MAIL.subject },
      ...{ htmlContent: MAIL.html, textContent: MAIL.text },
      headers: { ...HEADERS, ...STREAM, idempotencyKey: MAIL.id },
    },
  ],
])(
  '%s receives an email with its sender, its headers and its message id',
  async (name, expected) => {
    const api = await newMailApi(name)
    expect(await open(api.settings).send(MAIL)).toEqual({ kind: 'sent' })
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }, ...others] = api.accepts
    expect([path, others]).toEqual([DOCUMENTED[name].path, []])
    expect(await fieldsOf(body, headers['content-type'])).toEqual(expected)
    if (name === 'resend') expect(headers['idempotency-key']).toBe(MAIL.id)
  },
)

const BAD = { kind: 'failed', status: '5.1.1' }
const resend = (status: number, name: string, message = 'x') => ({
  status,
  body: { statusCode: status, name, message },
})
const postmark = (ErrorCode: number, Message = 'x', status = 422) => ({
  status,
  body: { ErrorCode, Message },
})
const mailgun = (status: number, message: string) => ({ status, body: { message } })
const brevo = (status: number, code: string, message = 'x') => ({ status, body: { code, message } })

test.each<[MailApiName, { status: number; body: unknown }, Record<string, string>]>([
  ['resend', resend(422, 'validation_error', 'Invalid `to` field. The email …'), BAD],
  ['resend', resend(422, 'validation_error', 'Invalid `from` field. The …'), { kind: 'away' }],
  ['resend', resend(422, 'missing_required_field'), { kind: 'failed' }],
  ['resend', resend(400, 'validation_error', 'API key is invalid'), { kind: 'away' }],
  ['resend', resend(401, 'missing_api_key'), { kind: 'away' }],
  ['resend', resend(403, 'validation_error', 'The domain is not verified.'), { kind: 'away' }],
  ['resend', resend(429, 'daily_quota_exceeded'), { kind: 'away' }],
  ['resend', resend(409, 'invalid_idempotent_request'), { kind: 'sent' }],
  ['resend', resend(409, 'concurrent_idempotent_requests'), { kind: 'later' }],
  ['resend', resend(500, 'application_error'), { kind: 'later' }],
  ['postmark', postmark(406, 'You tried to send to a recipient marked as inactive.'), BAD],
  ['postmark', postmark(300, `Invalid 'To' address: 'ada@'.`), BAD],
  ['postmark', postmark(300, `Error parsing 'To': Illegal email domain`), BAD],
  ['postmark', postmark(300, `Invalid 'From' address: 'x'.`), { kind: 'away' }],
  ['postmark', postmark(300, 'Invalid metadata content.'), { kind: 'failed' }],
  ['postmark', postmark(400), { kind: 'away', reply: '422 400' }],
  ['postmark', postmark(405), { kind: 'away' }],
  ['postmark', postmark(412), { kind: 'away' }],
  ['postmark', postmark(10, 'x', 401), { kind: 'away' }],
  ['postmark', postmark(100, 'Maintenance', 503), { kind: 'away' }],
  ['mailgun', mailgun(400, `'to' parameter is not a valid address. please check`), BAD],
  ['mailgun', mailgun(400, 'to parameter is not a valid address. please check'), BAD],
  ['mailgun', mailgun(400, `'from' parameter is not a valid address.`), { kind: 'away' }],
  ['mailgun', mailgun(400, 'Send options are limited to 16 kB total'), { kind: 'failed' }],
  ['mailgun', mailgun(403, 'Free accounts are for test purposes only.'), { kind: 'away' }],
  ['mailgun', mailgun(404, 'Domain not found: site.example'), { kind: 'away' }],
  ['mailgun', { status: 200, body: 'Mailgun Magnificent API' }, { kind: 'later' }],
  ['mailgun', { status: 421, body: 'The page of a proxy' }, { kind: 'later' }],
  ['brevo', brevo(400, 'invalid_parameter', 'email is not valid in to'), BAD],
  ['brevo', brevo(400, 'invalid_parameter', 'valid sender email required'), { kind: 'away' }],
  ['brevo', brevo(400, 'missing_parameter'), { kind: 'failed' }],
  ['brevo', brevo(400, 'account_under_validation'), { kind: 'away' }],
  ['brevo', brevo(402, 'not_enough_credits'), { kind: 'away' }],
  ['brevo', brevo(400, 'duplicate_request'), { kind: 'sent' }],
])('with %s, the response %o means %o', async (name, refusal, expected) => {
  const api = await newMailApi(name)
  api.refuse = () => refusal
  const reply = expect.stringMatching(`^${refusal.status}(?: [a-z_0-9]+)?$`)
  const delivery = await open(api.settings).send(MAIL)
  expect(delivery).toEqual(expected['kind'] === 'sent' ? expected : { reply, ...expected })
})

test.each(NAMES)(
  'with %s, emails wait after a wrong key, an outage or a redirect',
  async (name) => {
    const api = await newMailApi(name)
    const wrong = open({ ...api.settings, MAIL_API_KEY: 'a-wrong-key' })
    expect(await wrong.send(MAIL)).toEqual({
      kind: 'away',
      reply: expect.stringMatching(/^401/),
    })
    for (const status of [302, 503]) {
      api.refuse = () => ({ status, body: 'no', headers: { location: 'https://example.com' } })
      expect(await open(api.settings).send(MAIL)).toEqual({ kind: 'away', reply: String(status) })
    }
    for (const status of [408, 500, 502, 504]) {
      api.refuse = () => ({ status, body: 'no' })
      expect(await open(api.settings).send(MAIL)).toEqual({ kind: 'later', reply: String(status) })
    }
    api.close()
    expect(await open(api.settings).send(MAIL)).toEqual({ kind: 'away', reply: 'ECONNREFUSED' })
    const nowhere = { ...api.settings, MAIL_API_URL: 'https://api.invalid' }
    expect(await open(nowhere).send(MAIL)).toEqual({
      kind: 'away',
      reply: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/),
    })
    expect(api.accepts).toEqual([])
  },
)

test('emails beyond the provider’s rate limit are delayed, and each is sent once', async () => {
  const api = await newMailApi('resend')
  let left = 2
  api.refuse = () => {
    left -= 1
    if (left >= 0) return undefined
    setTimeout(() => {
      left = 4
    }, 300)
    return { ...resend(429, 'rate_limit_exceeded'), headers: { 'retry-after': '0.4' } }
  }
  const transport = open(api.settings)
  const mails = Array.from({ length: 5 }, (_, n) => ({ ...MAIL, id: `${n}` }))
  const sent = await Promise.all(mails.map((mail) => transport.send(mail)))
  expect(sent).toEqual(mails.map(() => ({ kind: 'sent' })))
  expect(api.accepts).toHaveLength(5)
})

test('no request is sent until a long Retry-After has passed', async () => {
  const api = await newMailApi('brevo')
  const inAMinute = new Date(Date.now() + 60_000).toUTCString()
  for (const headers of [
    { 'retry-after': '60' },
    { 'retry-after': inAMinute },
    { 'x-sib-ratelimit-reset': '60' },
  ]) {
    api.requests = 0
    api.refuse = () => ({ status: 429, body: {}, headers })
    const transport = open(api.settings)
    for (const _ of [1, 2]) {
      expect(await transport.send(MAIL)).toEqual({ kind: 'away', reply: '429' })
    }
    expect(api.requests).toBe(1)
  }
})

test('an email whose lease ends while it waits for the provider is not sent', async () => {
  const api = await newMailApi('postmark')
  api.refuse = () => ({ status: 429, body: {}, headers: { 'retry-after': '0.5' } })
  const held = [true, false]
  expect(await open(api.settings).send(MAIL, () => held.shift() ?? false)).toMatchObject({
    kind: 'later',
  })
  expect(api.requests).toBe(1)
})

test.each(NAMES)(
  'with %s, an accepted email counts as sent even if the response is cut off',
  async (name) => {
    const api = await newMailApi(name)
    api.onAccepted = async (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      await new Promise<void>((written) => response.write('{"id": "12', () => written()))
      response.destroy()
    }
    expect(await open(api.settings).send(MAIL)).toEqual({ kind: 'sent' })
  },
)

test.each([
  ['drops the connection', 'UND_ERR_SOCKET', true],
  ['does not respond', 'ETIMEDOUT', false],
] as const)(
  'an attempt is counted if the provider %s after receiving the email',
  async (_, reply, cuts) => {
    const api = await newMailApi('mailgun')
    api.onAccepted = (response) => {
      if (cuts) response.destroy()
      return cuts ? undefined : new Promise<void>(() => {})
    }
    expect(await open(api.settings, HASTY).send(MAIL)).toEqual({ kind: 'later', reply })
    expect(api.accepts).toHaveLength(1)
  },
)

test('an email does not count as sent if a web page responds instead of the provider', async () => {
  const page = createServer((_, response) => response.end('<h1>Welcome to this network</h1>'))
  await new Promise<void>((listening) => page.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void page.close())
  const MAIL_API_URL = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
  for (const MAIL_API of NAMES) {
    const transport = open({ MAIL_API, MAIL_API_KEY: RIGHT_KEY, MAIL_API_URL })
    expect(await transport.send(MAIL)).toEqual({ kind: 'later', reply: '200' })
    await expect(transport.verify()).rejects.toThrow('accepts no requests (200)')
  }
})

test('a server without a valid certificate receives neither the key nor an email', async () => {
  const pem = readFileSync(join(import.meta.dirname, './self-signed.txt'))
  let requests = 0
  const server = createSecureServer({ key: pem, cert: pem }, (_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const MAIL_API_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const transport = open({ MAIL_API: 'resend', MAIL_API_KEY: RIGHT_KEY, MAIL_API_URL })
  const reply = 'DEPTH_ZERO_SELF_SIGNED_CERT'
  expect(await transport.send(MAIL)).toEqual({ kind: 'away', reply })
  expect(requests).toBe(0)
})

test('no subject or name can add a header, and no address from the form can add a second recipient', async () => {
  const api = await newMailApi('resend')
  const from = { ...SENDER, name: HOSTILE_TEXT }
  await open(api.settings, PATIENCE, from).send({ ...MAIL, subject: HOSTILE_TEXT })
  const fields = JSON.parse(api.accepts[0]?.body ?? '{}')
  expect(`${fields.from}${fields.subject}`).not.toMatch(/\p{Cc}/u)
  for (const [index, address] of ADDRESSES.entries()) {
    const to = tidy('email', address)
    await open(api.settings).send({ ...MAIL, id: `${index}`, to })
    const [sent = ''] = JSON.parse(api.accepts.at(-1)?.body ?? '{}').to
    expect(sent).toBe(to.replace(/[^@]+$/, domainToASCII))
    expect(sent).not.toMatch(/[\s,;:<>()"\\]/)
  }
})

test.each(NAMES)(
  'with %s, the check accepts the right key, and its error does not quote a wrong key',
  async (name) => {
    const api = await newMailApi(name)
    await open(api.settings).verify()
    const wrong = open({ ...api.settings, MAIL_API_KEY: 'a-wrong-key' })
    const error = await wrong.verify().catch((reason: Error) => reason)
    expect(String(error)).toMatch(/the API of \w+ at 127\.0\.0\.1:\d+ refuses MAIL_API_KEY \(401/)
    expect(String(error)).not.toContain('a-wrong-key')
    expect(api.accepts).toEqual([])
    const closed = open({ ...api.settings, MAIL_API_URL: `http://127.0.0.1:${await freePort()}` })
    await expect(closed.verify()).rejects.toThrow('cannot be reached (ECONNREFUSED)')
  },
)
