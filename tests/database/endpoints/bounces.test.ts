// Guards bounce-provider.

import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { PROVIDERS } from '../../../api/src/mail/providers/providers.ts'
import { erase } from '../../../api/src/people/erase.ts'
import { type Settings, startApp, type TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { appWith, test as base } from '../../support/fixtures/database.ts'
import { addSending } from '../../support/program/mailing.ts'
import { expectError } from '../../support/responses.ts'
import { selfSigned } from '../../support/smtp.ts'
import { startTestWorker } from '../../support/worker.ts'

const KEY = 'a-key-that-nobody-guesses'
const SIGNING_KEY = '0123456789abcdef0123456789abcdef'
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces'

const test = base
  .extend('app', { scope: 'file' }, appWith({ BOUNCE_KEY: KEY, BOUNCE_PROVIDER: 'brevo' }))
  .extend('closed', { scope: 'file' }, appWith({}))

/** Another API on the same database, which another provider reports to. */
async function appOf({ databaseUrl }: TestApp, settings: Settings): Promise<TestApp> {
  const other = await startApp(databaseUrl, { BOUNCE_KEY: KEY, ...settings })
  onTestFinished(() => other.close())
  return other
}

const brevo = (email: string, changes: object = {}) => ({
  event: 'hard_bounce',
  email,
  reason: '550 5.1.1 no such user',
  ...changes,
})

const send = ({ http }: TestApp, provider: string, body: object | string, key = KEY) =>
  http.post(`/api/bounces/${provider}`).query({ key }).type('json').send(body)

interface ProviderRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

interface ProviderCase {
  readonly settings: Settings
  /** A bounce of Ada, as the provider reports it. */
  request(id: string, at: Date): ProviderRequest
}

const RESEND_KEY = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`

const email = 'ada@example.com'

const AMAZON = { ...selfSigned(), address: 'https://sns.eu-central-1.amazonaws.com' }

/** A message of Amazon SNS, signed as Amazon signs it. */
function sns(changes: Readonly<Record<string, string>>, certificate = '/bounces.pem') {
  const message: Record<string, string> = {
    Message: '{}',
    MessageId: '1',
    Timestamp: new Date().toISOString(),
    TopicArn: TOPIC,
    Type: 'Notification',
    ...changes,
  }
  const content = Object.keys(message)
    .toSorted()
    .map((name) => `${name}\n${message[name]}\n`)
  return {
    SigningCertURL: `${AMAZON.address}${certificate}`,
    SignatureVersion: '2',
    Signature: sign('sha256', Buffer.from(content.join('')), createPrivateKey(AMAZON.key)).toString(
      'base64',
    ),
    ...message,
  }
}

/** One that signs its headers, and Amazon. The tests of each provider have its ids and its times. */
const CASES: Readonly<Record<string, ProviderCase>> = {
  resend: {
    settings: { BOUNCE_SIGNING_KEY: RESEND_KEY },
    request(id, at) {
      const body = JSON.stringify({
        type: 'email.bounced',
        created_at: at.toISOString(),
        data: { to: [email], bounce: { type: 'Permanent' } },
      })
      const headers = {
        'svix-id': id,
        'svix-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'svix-signature': new Webhook(RESEND_KEY).sign(id, at, body),
      }
      return { headers, body }
    },
  },
  ses: {
    settings: { BOUNCE_TOPIC_ARN: TOPIC },
    request(feedbackId, at) {
      const recipients = { bouncedRecipients: [{ emailAddress: email }] }
      const bounce = { bounceType: 'Permanent', feedbackId, ...recipients }
      const Message = JSON.stringify({ notificationType: 'Bounce', bounce })
      return { body: JSON.stringify(sns({ Message, Timestamp: at.toISOString() })) }
    },
  },
}

/** Requests to Amazon reach this server instead, with real responses. */
async function amazonAt(respond: (path: string) => readonly [status: number, location?: string]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const [status, location] = respond(request.url ?? '')
    response.writeHead(status, location ? { location } : {}).end(AMAZON.cert)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
    fetch(address.replace(AMAZON.address, `http://127.0.0.1:${port}`), options),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.close()
  })
  return asked
}

const reports = ({ databaseUrl }: TestApp) =>
  select(databaseUrl, 'SELECT kind, email_key, message_id, status FROM reports ORDER BY id')

describe('the address for bounces', () => {
  test.beforeEach(({ app }) => select(app.databaseUrl, 'DELETE FROM reports'))

  test('a bounce or a complaint that a provider reports stops the emails to that person, and no log names anybody', async ({
    app,
    list,
  }) => {
    const [ada, grace, mary] = [await list.join(), await list.join(), await list.join()]
    const delivery = { kind: 'confirm', email_key: ada.email, state: 'sent' } as const
    const id = await addSending(list.session, delivery)
    await addSending(list.session, { kind: 'invite', email_key: grace.email })
    const events = [
      // to the address that Ada's mailbox forwards to
      brevo('elsewhere@example.com', { 'message-id': `<${id}@site.example>` }),
      brevo(grace.email.toUpperCase(), { event: 'spam', 'message-id': '<2@elsewhere.example>' }),
      brevo('nobody@example.com', { 'message-id': '<3@elsewhere.example>' }),
    ].map((event) => ({ ...event, ts_event: Math.floor(Date.now() / 1_000) }))
    expect((await send(app, 'brevo', events)).body).toEqual({ status: 'received' })
    // as the provider repeats it
    expect((await send(app, 'brevo', events)).status).toBe(200)
    expect(await reports(app)).toHaveLength(events.length)

    const worker = await startTestWorker(app, {})
    onTestFinished(() => worker.stop())
    const waiting = () => select(app.databaseUrl, 'SELECT FROM reports WHERE applied_at IS NULL')
    await expect.poll(waiting).toEqual([])
    const people = await select<{ email: string }>(
      app.databaseUrl,
      'SELECT email FROM people WHERE undeliverable_at IS NOT NULL ORDER BY joined_at',
    )
    expect(people.map(({ email }) => email)).toEqual([ada.email, grace.email])
    expect(people).not.toContainEqual({ email: mary.email })
    expect(await select(app.databaseUrl, "SELECT state FROM mails WHERE kind = 'invite'")).toEqual([
      { state: 'withdrawn' },
    ])
    expect(
      await select(app.databaseUrl, `SELECT state, reply FROM mails WHERE id = '${id}'`),
    ).toEqual([{ state: 'failed', reply: '5.1.1' }])
    const outcomes = worker.log.flatMap((line) => /"outcome":"([\w ]+)"/.exec(line)?.[1] ?? [])
    expect(outcomes).toEqual(['marked', 'marked', 'unknown'])
    // whoever can be reached again is not marked by the same event
    await select(app.databaseUrl, `SELECT accept('${grace.email}', 'complained')`)
    expect((await send(app, 'brevo', events)).status).toBe(200)
    expect(await waiting()).toEqual([])
    const log = [...worker.log, ...app.log].join('\n').toLowerCase()
    for (const secret of [ada.email, grace.email, 'elsewhere@', KEY]) {
      expect(log).not.toContain(secret)
    }
  })

  test('a wrong key and no key are refused before the body is read, and say so', async ({
    app,
  }) => {
    const wrong = [`${KEY}x`, KEY.slice(1), '', 'undefined']
    const path = '/api/bounces/brevo'
    const responses = [
      ...(await Promise.all(wrong.map((key) => send(app, 'brevo', 'no JSON', key)))),
      await app.http.post(path).send(brevo('ada@example.com')),
      await app.http.post(`${path}?key=${KEY}&key=${KEY}`).send(brevo('ada@example.com')),
    ]
    for (const response of responses) {
      expectError(response, 403, 'KEY_WRONG')
      expect(response.body.error).toContain('BOUNCE_KEY')
    }
    expect(await reports(app)).toEqual([])
  })

  test('only the provider of the site has an address, and without BOUNCE_KEY none has', async ({
    app,
    closed,
  }) => {
    for (const name of Object.keys(PROVIDERS)) {
      expectError(await send(closed, name, {}), 404, 'NOT_FOUND')
      const open = name === 'brevo' ? 400 : 404
      expect((await send(app, name, '{')).status, name).toBe(open)
    }
    expectError(await send(app, 'toString', {}), 404, 'NOT_FOUND')
  })

  test('with a signing key, a request that the provider has not signed, or long ago, is refused', async ({
    app,
  }) => {
    const signed = await appOf(app, {
      BOUNCE_PROVIDER: 'mailgun',
      BOUNCE_SIGNING_KEY: SIGNING_KEY,
    })
    const event = { event: 'complained', recipient: 'ada@example.com' }
    const token = 'a8ce0edb2dd8301dee6c2405235584e4'
    const body = (key: string, age = 0) => {
      const timestamp = String(Math.floor(Date.now() / 1_000) - age)
      const signature = createHmac('sha256', key).update(timestamp + token)
      return {
        'event-data': { ...event, timestamp: Date.now() / 1_000 },
        signature: { timestamp, token, signature: signature.digest('hex') },
      }
    }
    expectError(await send(signed, 'mailgun', body('another key')), 403, 'SIGNATURE_WRONG')
    expectError(await send(signed, 'mailgun', { 'event-data': event }), 403, 'SIGNATURE_WRONG')
    expectError(await send(signed, 'mailgun', body(SIGNING_KEY, 605_000)), 403, 'EVENT_OLD')
    expect(await reports(app)).toEqual([])
    expect((await send(signed, 'mailgun', body(SIGNING_KEY, 604_000))).status).toBe(200)
    expect(await reports(app)).toHaveLength(1)
  })

  test('events older than a week are refused with a sentence, and the others of a request are stored', async ({
    app,
  }) => {
    const seconds = Math.floor(Date.now() / 1_000)
    const [old, recent] = [604_900, 604_700].map((age) =>
      brevo('ada@example.com', { ts_event: seconds - age, 'message-id': `<${age}>` }),
    )
    const refused = await send(app, 'brevo', [old, old])
    expectError(refused, 403, 'EVENT_OLD')
    expect(refused.body.error).toMatch(/^Events that are older than a week .+\.$/)
    expect(await reports(app)).toEqual([])
    expect((await send(app, 'brevo', [old, recent])).status).toBe(200)
    expect(await reports(app)).toMatchObject([{ message_id: '604700' }])
  })

  test('a message to the address of Amazon SES of another topic, or without the signature of Amazon, is refused', async ({
    app,
  }) => {
    const amazon = await appOf(app, { BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN: TOPIC })
    const message = { TopicArn: TOPIC, SigningCertURL: `${app.origin}/x.pem` }
    const ask = (TopicArn: string) =>
      send(amazon, 'ses', JSON.stringify({ ...message, TopicArn })).type(
        'text/plain; charset=UTF-8',
      )
    expectError(await ask(`${TOPIC}-2`), 403, 'TOPIC_WRONG')
    expectError(await ask(TOPIC), 403, 'SIGNATURE_WRONG')
  })

  test.for(Object.entries(CASES))(
    'an event of %s that is older than a week is refused, and one that is repeated is counted once',
    async ([name, { settings, request }], { app }) => {
      await amazonAt(() => [200])
      const own = await appOf(app, { BOUNCE_PROVIDER: name, ...settings })
      const post = async ({ headers = {}, body }: ProviderRequest) =>
        send(own, name, body).set(headers)
      const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
      expectError(await post(request('old', ago(604_900))), 403, 'EVENT_OLD')
      expect(await reports(app)).toEqual([])
      const recent = request('recent', ago(604_700))
      for (let times = 0; times < 3; times += 1) expect((await post(recent)).status).toBe(200)
      expect(await reports(app)).toMatchObject([{ kind: 'refused', email_key: email }])
      expect((await post(request('another', ago(0)))).status).toBe(200)
      expect(await reports(app)).toHaveLength(2)
    },
  )

  test.for([
    ['is confirmed', '/1.pem', '/', 200, ['/1.pem', '/']],
    ['whose certificate redirects is not', '/moved.pem', '/', 503, ['/moved.pem']],
    ['whose SubscribeURL redirects is not', '/2.pem', '/moved', 503, ['/2.pem', '/moved']],
    ['that leads to another server is not', '/3.pem', '.evil.example/', 403, ['/3.pem']],
  ] as const)(
    'a subscription of Amazon SNS %s, and no other server is asked',
    async ([, certificate, subscribe, status, asked], { app }) => {
      const requests = await amazonAt((path) =>
        path.startsWith('/moved') ? [302, '/elsewhere'] : [200],
      )
      const amazon = await appOf(app, { BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN: TOPIC })
      const type = { Type: 'SubscriptionConfirmation', Token: 'x' }
      const SubscribeURL = `${AMAZON.address}${subscribe}`
      const response = await send(amazon, 'ses', sns({ ...type, SubscribeURL }, certificate))
      expect(response.status).toBe(status)
      expect(requests).toEqual(asked)
      const lines = amazon.log.filter((line) => line.includes('Amazon SNS does not respond'))
      expect(lines).toHaveLength(status === 503 ? 1 : 0)
    },
  )

  test('whatever a body holds, nothing is stored that the list could not hold', async ({ app }) => {
    const odd = ['', ' ', 'a\0b@example.com', 'a\ud800@example.com', '@', 'a@b', 5, null, {}, []]
    const long = `${'a'.repeat(400)}@example.com`
    const objects = [{ toString: 1, valueOf: 1 }, 'constructor']
    const events = [
      ...[...odd, long].map((email) => brevo('', { email, 'message-id': [email], reason: email })),
      ...objects.flatMap((odd) => [
        { event: odd, Type: odd, reason: odd, status: odd, email: odd, 'smtp-id': odd, type: odd },
        { event: 'dropped', reason: odd, email: 'ada@example.com' },
      ]),
    ]
    for (const name of Object.keys(PROVIDERS).filter((each) => each !== 'ses')) {
      const other = await appOf(app, { BOUNCE_PROVIDER: name })
      for (const body of [events, ...events, 'null', '5', '"x"', '[[]]']) {
        expect((await send(other, name, body)).status, `${name} ${body}`).toBe(200)
      }
    }
    expect(await reports(app)).toEqual([])
    const id = { 'message-id': `<${'x'.repeat(999)}>` }
    const last = [brevo('', id), brevo('ada@example.com', { 'message-id': '<a\0>' })]
    expect((await send(app, 'brevo', last)).status).toBe(200)
    expect(await reports(app)).toEqual([
      { kind: 'refused', email_key: 'ada@example.com', message_id: null, status: '5.1.1' },
    ])
  })

  test('a request of a provider may have 768 KB, and one of over a megabyte is refused', async ({
    app,
  }) => {
    const padding = (size: number) => brevo('ada@example.com', { tag: 'x'.repeat(size) })
    expect((await send(app, 'brevo', padding(786_432))).status).toBe(200)
    expectError(await send(app, 'brevo', padding(1_048_576)), 413, 'BODY_TOO_LARGE')
  })

  test('an erasure takes the reports about a person that no worker has read', async ({
    app,
    list,
  }) => {
    const { email } = await list.join()
    await send(app, 'brevo', [brevo(email), brevo('grace@example.com')])
    await erase(list.session, email)
    expect(await reports(app)).toMatchObject([{ email_key: 'grace@example.com' }])
  })
})
