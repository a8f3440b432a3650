// Guards bounce-provider.

import { createPrivateKey, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { PROVIDERS } from '../../../api/src/mail/providers/providers.ts'
import { type Settings, startApp, type TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { selfSigned } from '../../support/smtp.ts'
import { startTestWorker } from '../../support/worker.ts'
import { addSending } from '../support/mailing.ts'
import { expectError } from '../support/responses.ts'
import { appWith, test as base } from '../support/test.ts'

const KEY = 'a-key-that-nobody-guesses'
const SIGNING_KEY = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`
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

/** A bounce of Ada that Amazon SES reports. */
function sesBounce(feedbackId: string, at: Date) {
  const recipients = { bouncedRecipients: [{ emailAddress: email }] }
  const bounce = { bounceType: 'Permanent', feedbackId, ...recipients }
  const Message = JSON.stringify({ notificationType: 'Bounce', bounce })
  return sns({ Message, Timestamp: at.toISOString() })
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
    const [ada, grace] = [await list.join(), await list.join()]
    await list.join()
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
    const responses = [
      await send(app, 'brevo', 'no JSON', `${KEY}x`),
      await send(app, 'brevo', 'no JSON', ''),
      await app.http.post('/api/bounces/brevo').send(brevo(email)),
      await app.http.post(`/api/bounces/brevo?key=${KEY}&key=${KEY}`).send(brevo(email)),
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
  })

  test('with a signing key, only a request that the provider has signed is stored', async ({
    app,
  }) => {
    const settings = { BOUNCE_PROVIDER: 'resend', BOUNCE_SIGNING_KEY: SIGNING_KEY }
    const signed = await appOf(app, settings)
    const body = JSON.stringify({ type: 'email.complained', data: { to: [email] } })
    const time = new Date()
    const headers = {
      'svix-id': '1',
      'svix-timestamp': String(Math.floor(time.getTime() / 1_000)),
      'svix-signature': new Webhook(SIGNING_KEY).sign('1', time, body),
    }
    const forged = await send(signed, 'resend', `${body} `).set(headers)
    expectError(forged, 403, 'SIGNATURE_WRONG')
    expectError(await send(signed, 'resend', body), 403, 'SIGNATURE_WRONG')
    expect(await reports(app)).toEqual([])
    expect((await send(signed, 'resend', body).set(headers)).status).toBe(200)
    expect(await reports(app)).toMatchObject([{ kind: 'complaint', email_key: email }])
  })

  test('events older than a week are refused with a sentence, and the others of a request are stored', async ({
    app,
  }) => {
    const seconds = Math.floor(Date.now() / 1_000)
    const [old, recent] = [604_900, 604_700].map((age) =>
      brevo(email, { ts_event: seconds - age, 'message-id': `<${age}>` }),
    )
    const refused = await send(app, 'brevo', [old, old])
    expectError(refused, 403, 'EVENT_OLD')
    expect(refused.body.error).toMatch(/^Events that are older than a week .+\.$/)
    expect(await reports(app)).toEqual([])
    expect((await send(app, 'brevo', [old, recent])).status).toBe(200)
    expect(await reports(app)).toMatchObject([{ message_id: '604700' }])
  })

  test('a message of Amazon SES of another topic, not signed or older than a week is refused, and one that is repeated is counted once', async ({
    app,
  }) => {
    await amazonAt(() => [200])
    const amazon = await appOf(app, { BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN: TOPIC })
    const post = (message: object) =>
      send(amazon, 'ses', JSON.stringify(message)).type('text/plain; charset=UTF-8')
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
    const recent = sesBounce('recent', ago(604_700))
    expectError(await post({ ...recent, TopicArn: `${TOPIC}-2` }), 403, 'TOPIC_WRONG')
    expectError(await post({ ...recent, Message: '{}' }), 403, 'SIGNATURE_WRONG')
    expectError(await post(sesBounce('old', ago(604_900))), 403, 'EVENT_OLD')
    expect(await reports(app)).toEqual([])
    for (let times = 0; times < 3; times += 1) expect((await post(recent)).status).toBe(200)
    expect(await reports(app)).toMatchObject([{ kind: 'refused', email_key: email }])
  })

  test.for([
    ['is confirmed', '/', 200, ['/1.pem', '/']],
    ['whose SubscribeURL redirects is not', '/moved', 503, ['/2.pem', '/moved']],
    ['that leads to another server is not', '.evil.example/', 403, ['/3.pem']],
  ] as const)(
    'a subscription of Amazon SNS %s, and no other server is asked',
    async ([, subscribe, status, asked], { app }) => {
      const requests = await amazonAt((path) => (path === '/moved' ? [302, '/elsewhere'] : [200]))
      const amazon = await appOf(app, { BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN: TOPIC })
      const type = { Type: 'SubscriptionConfirmation', Token: 'x' }
      const SubscribeURL = `${AMAZON.address}${subscribe}`
      const response = await send(amazon, 'ses', sns({ ...type, SubscribeURL }, asked[0]))
      expect(response.status).toBe(status)
      expect(requests).toEqual(asked)
      const lines = amazon.log.filter((line) => line.includes('Amazon SNS does not respond'))
      expect(lines).toHaveLength(status === 503 ? 1 : 0)
    },
  )

  test('whatever a request of up to 768 KB holds, nothing is stored that the list could not hold', async ({
    app,
  }) => {
    const odd = ['', 'a\0b@example.com', 'a\ud800@example.com', 'a@b', 5, {}, 'a'.repeat(400)]
    const events = odd.map((email) => brevo('', { email, 'message-id': [email], reason: email }))
    for (const body of [events, 'null', '[[]]']) {
      expect((await send(app, 'brevo', body)).status).toBe(200)
    }
    const large = brevo(email, { 'message-id': '<a\0>', tag: 'x'.repeat(786_432) })
    const id = { 'message-id': `<${'x'.repeat(999)}>` }
    expect((await send(app, 'brevo', [brevo('', id), large])).status).toBe(200)
    expect(await reports(app)).toEqual([
      { kind: 'refused', email_key: email, message_id: null, status: '5.1.1' },
    ])
  })
})
