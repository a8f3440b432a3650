import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { PROVIDERS } from '../../../api/src/mail/transport/providers.ts'
import { type Settings, startApp, type TestApp } from '../../support/app.ts'
import { select } from '../../support/database.ts'
import { startTestWorker } from '../../support/worker.ts'
import { addSending } from '../support/mailing.ts'
import { expectError } from '../support/responses.ts'
import { appWith, test as base } from '../support/test.ts'

const KEY = 'a-key-that-nobody-guesses-at-all'
const TOPIC = 'arn:aws:sns:eu-central-1:123456789012:bounces'
const AMAZON_SES = { BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN: TOPIC }

const test = base
  .extend('app', { scope: 'file' }, appWith({ BOUNCE_KEY: KEY, BOUNCE_PROVIDER: 'brevo' }))
  .extend('closed', { scope: 'file' }, appWith({}))
  .extend('amazon', { scope: 'file' }, appWith({ BOUNCE_KEY: KEY, ...AMAZON_SES }))

/** Starts another API on the same database, for another provider. */
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

const AMAZON = 'https://sns.eu-central-1.amazonaws.com'

const SES_BOUNCE = {
  Type: 'Notification',
  TopicArn: TOPIC,
  Message: JSON.stringify({
    notificationType: 'Bounce',
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email }] },
  }),
}

/** Sends requests for Amazon to a local server instead. Returns a growing list of the requested paths. */
async function amazonAt(respond: (path: string) => readonly [status: number, location?: string]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const [status, location] = respond(request.url ?? '')
    response.writeHead(status, location ? { location } : {}).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
    fetch(address.replace(AMAZON, `http://127.0.0.1:${port}`), options),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.close()
  })
  return asked
}

const reports = ({ databaseUrl }: TestApp) =>
  select(databaseUrl, 'SELECT kind, mailbox, status FROM reports ORDER BY id')

describe('the endpoint for bounces', () => {
  test.beforeEach(({ app }) => select(app.databaseUrl, 'DELETE FROM reports'))

  test('a reported bounce or complaint stops the emails to that person', async ({ app, list }) => {
    const [ada, grace] = [await list.join(), await list.join()]
    await list.join()
    await addSending(list.session, { kind: 'invite', mailbox: grace.email })
    const events = [
      brevo(ada.email),
      brevo(grace.email.toUpperCase(), { event: 'spam' }),
      brevo('nobody@example.com'),
    ]
    expect((await send(app, 'brevo', events)).body).toEqual({ status: 'received' })
    expect(await reports(app)).toHaveLength(events.length)

    const worker = await startTestWorker(app, {})
    onTestFinished(() => worker.stop())
    await expect.poll(() => reports(app)).toEqual([])
    const people = await select<{ email: string }>(
      app.databaseUrl,
      'SELECT email FROM people WHERE undeliverable_at IS NOT NULL ORDER BY joined_at',
    )
    expect(people.map(({ email }) => email)).toEqual([ada.email, grace.email])
    expect(await select(app.databaseUrl, "SELECT state FROM mails WHERE kind = 'invite'")).toEqual([
      { state: 'withdrawn' },
    ])
    const outcomes = worker.log.flatMap((line) => /"outcome":"([\w ]+)"/.exec(line)?.[1] ?? [])
    expect(outcomes.toSorted()).toEqual(['marked', 'marked', 'unknown'])
    const log = [...worker.log, ...app.log].join('\n').toLowerCase()
    for (const secret of [ada.email, grace.email, KEY]) {
      expect(log).not.toContain(secret)
    }
  })

  test('a request with a wrong or missing key is refused with a reason, and its body is not read', async ({
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

  test('only the configured provider has an endpoint for bounces, and only if a key is set', async ({
    app,
    closed,
  }) => {
    for (const name of Object.keys(PROVIDERS)) {
      expectError(await send(closed, name, {}), 404, 'NOT_FOUND')
      const open = name === 'brevo' ? 400 : 404
      expect((await send(app, name, '{')).status, name).toBe(open)
    }
  })

  test('a message from Amazon SES is stored only if it comes from the site’s topic', async ({
    app,
  }) => {
    const amazon = await appOf(app, AMAZON_SES)
    const post = (message: object) =>
      send(amazon, 'ses', JSON.stringify(message)).type('text/plain; charset=UTF-8')
    expectError(await post({ ...SES_BOUNCE, TopicArn: `${TOPIC}-2` }), 403, 'TOPIC_WRONG')
    expect((await post({ ...SES_BOUNCE, Message: 'Successfully validated' })).status).toBe(200)
    expect(await reports(app)).toEqual([])
    expect((await post(SES_BOUNCE)).status).toBe(200)
    expect(await reports(app)).toMatchObject([{ kind: 'bounce', mailbox: email }])
  })

  test.for([
    ['is confirmed', '/', 200, ['/']],
    ['with a SubscribeURL that redirects is not confirmed', '/moved', 503, ['/moved']],
    ['with a SubscribeURL on another server is not confirmed', '.evil.example/', 403, []],
  ] as const)(
    'an Amazon SNS subscription %s, and no other server gets a request',
    async ([, subscribe, status, asked], { app }) => {
      const requests = await amazonAt((path) => (path === '/moved' ? [302, '/elsewhere'] : [200]))
      const amazon = await appOf(app, AMAZON_SES)
      const SubscribeURL = `${AMAZON}${subscribe}`
      const response = await send(amazon, 'ses', {
        Type: 'SubscriptionConfirmation',
        TopicArn: TOPIC,
        SubscribeURL,
      })
      expect(response.status).toBe(status)
      expect(requests).toEqual(asked)
      const lines = amazon.log.filter((line) => line.includes('Amazon SNS does not respond'))
      expect(lines).toHaveLength(status === 503 ? 1 : 0)
    },
  )

  test.for([
    ['at Amazon', 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription', 200],
    ['at Amazon in China', 'https://sns.cn-north-1.amazonaws.com.cn/?Token=1', 200],
    ['without TLS', 'http://sns.eu-central-1.amazonaws.com/', 403],
    ['with a port', 'https://sns.eu-central-1.amazonaws.com:8443/', 403],
    ['with a user', 'https://ada@sns.eu-central-1.amazonaws.com/', 403],
    ['with a user and a password', 'https://ada:secret@sns.eu-central-1.amazonaws.com/', 403],
    ['without a region', 'https://sns.amazonaws.com/', 403],
    ['of a bucket named sns', 'https://sns.s3.amazonaws.com/', 403],
    ['of a bucket named sns in a region', 'https://sns.s3-eu-central-1.amazonaws.com/', 403],
    ['of a bucket in a region', 'https://sns.s3.eu-central-1.amazonaws.com/', 403],
    ['of a bucket whose name begins with sns', 'https://sns.bounces.s3.amazonaws.com/', 403],
    ['of another service', 'https://sqs.eu-central-1.amazonaws.com/', 403],
    ['of a longer host', 'https://x-sns.eu-central-1.amazonaws.com/', 403],
    ['that is not a URL', 'sns.eu-central-1.amazonaws.com', 403],
  ] as const)(
    'the API visits a SubscribeURL only if it belongs to Amazon SNS: an address %s',
    async ([, SubscribeURL, status], { amazon }) => {
      const asked: string[] = []
      vi.stubGlobal('fetch', async (address: string) => {
        asked.push(address)
        return new Response()
      })
      onTestFinished(() => void vi.unstubAllGlobals())
      const message = { Type: 'SubscriptionConfirmation', TopicArn: TOPIC, SubscribeURL }
      expect((await send(amazon, 'ses', message)).status).toBe(status)
      expect(asked).toEqual(status === 200 ? [SubscribeURL] : [])
    },
  )

  test('reports about addresses that cannot be on the list are not stored', async ({ app }) => {
    const odd = ['', 'a\0b@example.com', 'a\ud800@example.com', 'a@b', 5, {}, 'a'.repeat(400)]
    const events = odd.map((email) => brevo('', { email, reason: email }))
    for (const body of [events, 'null', '[[]]']) {
      expect((await send(app, 'brevo', body)).status).toBe(200)
    }
    const large = brevo(email, { tag: 'x'.repeat(786_432) })
    expect((await send(app, 'brevo', [large])).status).toBe(200)
    expect(await reports(app)).toEqual([{ kind: 'bounce', mailbox: email, status: '5.1.1' }])
  })
})
