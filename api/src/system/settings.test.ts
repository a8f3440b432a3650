import { expect, test } from 'vitest'
import { ConfigError, MAIL_SETTINGS, readConfig, SITE_SETTINGS } from './settings.ts'

const DATABASE_URL = 'postgres://ada:secret@db/waitlist'

const withSsl = (parameters: string): string => `${DATABASE_URL}?${parameters}`

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, { database: true })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

/** A Standard Webhooks secret whose key has this many bytes. It contains a slash. */
const whsec = (bytes: number): string =>
  `whsec_${Buffer.from(Array.from({ length: bytes }, (_, n) => 255 - 5 * n)).toString('base64')}`

const UNFIT_KEYS = [
  ...[whsec(23), whsec(65)],
  // One is base64url, one lacks its padding, and one contains a space.
  ...[whsec(24).replaceAll('/', '_'), whsec(32).replace('=', ''), whsec(24).replace('_', '_ ')],
]

test.each([
  [
    'PORT',
    ['0', '65536', '80.5', 'http', '-1', '1e3', '0x50', '١', '80 80'],
    ['1', '65535', '0080'],
  ],
  [
    'HOST',
    ['not a host', 'http://localhost', '-a', 'a.', 'a'.repeat(255), 'a/b'],
    ['::1', '192.0.2.1', 'a', 'A-1.example', `a${'b'.repeat(252)}c`],
  ],
  [
    'DATABASE_URL',
    [
      ...['localhost', 'mysql://localhost/x', 'postgress://b/c', 'postgres://a:50%off@b/c'],
      ...['ssl=require', 'ssl=false', 'ssl-mode=REQUIRED', 'tls=true', 'sslMode=require'].map(
        withSsl,
      ),
      ...['sslmode=', 'sslmode=allow', 'sslrootcert=/nowhere/ca.pem'].map(withSsl),
    ],
    [
      'postgres://a@b/c',
      'postgres:///c?host=/run/postgresql&user=a',
      ...['sslmode=disable', 'sslmode=require&channel_binding=require'].map(withSsl),
      ...['sslmode=no-verify', 'sslrootcert=system'].map(withSsl),
    ],
  ],
  ['RATE_LIMIT_MAX', ['10000001', '0000000001'], []],
  [
    'TRUST_PROXY',
    [
      'true',
      '::1, proxy',
      'fd00::/129',
      ...['0', '33', '8/8', 'x8', '8x', '', '0008'].map((prefix) => `10.0.0.0/${prefix}`),
    ],
    ['::1', '10.0.0.0/32', '10.0.0.0/1', 'fd00::/128', ' ::1 , '],
  ],
  ['CORS_ORIGIN', ['*', 'https://a.example/path', 'https://a.example, b', 'ftp://a.example'], []],
  [
    'SITE_URL',
    [
      ...['shop.example', 'ftp://shop.example', 'https://user:secret@shop.example'],
      ...['https://shop.example/path', 'https://shop.example/?a', 'https://shop.example/#a'],
    ],
    ['http://localhost:8080', 'https://shop.example/', 'https://shop.example\n'],
  ],
  ['LOG_LEVEL', ['loud', 'INFO'], ['silent', 'trace']],
  [
    'BOUNCE_TOPIC_ARN',
    ['x', 'arn:aws:sqs:eu-central-1:123456789012:a', 'arn:aws:sns:eu-central-1:123456789012:a:1'],
    ['arn:aws:sns:eu-central-1:123456789012:a', 'arn:aws-cn:sns:cn-north-1:123456789012:a'],
  ],
  ['BOUNCE_KEY', ['x'.repeat(31), `${'x'.repeat(32)}&`, `& ${'x'.repeat(32)}`], []],
  ['CLAIM_KEY', ['x'.repeat(31), `${'x'.repeat(32)}+`], ['x'.repeat(32)]],
  ['MAIL_PER_HOUR', ['0', '1000001'], ['1', '1000000']],
  ['MAIL_PER_DAY', ['0'], ['10000000']],
  ['INVITE_URL', ['mailto:ada@app.example', 'javascript:alert(1)'], []],
  ['INVITE_DAYS', ['366'], ['1', '365']],
  [
    'SMTP_URL',
    ['localhost', 'smtp://', 'smtpx://a', 'smtp://user:50%off@a', 'smtp://100%:secret@a'],
    ['smtp://localhost', 'smtps://user:50%25off@mail.example:465'],
  ],
  [
    'MAIL_API_URL',
    [
      ...['api.eu.mailgun.net', 'http://api.eu.mailgun.net', 'https://api.eu.mailgun.net/v3'],
      ...['https://api:secret@api.eu.mailgun.net', 'https://api.eu.mailgun.net/?a'],
    ],
    [],
  ],
  ['MAIL_API_KEY', ['short', 'two words', 'sécret-key', 'x'.repeat(501)], []],
  [
    'MAIL_FROM',
    [
      ...['hello@', 'a@b@shop.example', 'hello@shop.example, bo@shop.example', 'Ada <hello>'],
      ...['Ada hello@shop.example', 'Ada <a b@shop.example>', 'Ada <@shop.example>'],
      ...['Ada <hello@shop.example> x', 'Ada <hello@shop.example>x', 'Büro <büro@shop.example>'],
      ...['hello@shop..example.\u0085', '"Ada <hello@shop.example>', '"Ada" hello@shop.example'],
    ],
    [
      ...['hello@shop.example', 'Starkit <hello@shop.example>', '<a@b>', 'a@bücher.example'],
      ...['"Kiln, Inc." <hello@shop.example>', '"The \\"Kiln\\" @ 3" <hello@shop.example>'],
    ],
  ],
  [
    'ANNOUNCE_HEADER',
    ['To: eve@shop.example', 'X-A: ', 'X-A: b\r\nBcc: c', 'X A: b', 'eX-A: b', 'X-A: \u00e9'],
    ['X-PM-Message-Stream: broadcast', 'X-SES-CONFIGURATION-SET: waitlist'],
  ],
  ['WEBHOOK_SECRET', ['whsec_', 'whsec_the output of openssl', ...UNFIT_KEYS], []],
  [
    'LAUNCH_URL',
    [
      'app.example.com',
      'http://app.example.com',
      'ftp://app.example.com',
      'https://a:b@app.example',
    ],
    ['https://app.example.com/start?from=site', 'http://localhost:3000'],
  ],
  ['WAITLIST', ['shut', 'Closed'], ['open', 'closed']],
  ['NOTIFY_URL', ['hooks.slack.com'], ['https://hooks.slack.com/services/T/B/x']],
])(
  'the error for a wrong %s says what is expected, and a valid value is accepted',
  (name, wrong, right) => {
    for (const value of wrong) {
      expect(problemsOf({ DATABASE_URL, [name]: value }), value).toEqual([
        expect.stringMatching(`^${name}: expected .+`),
      ])
    }
    for (const value of right) {
      expect(problemsOf({ DATABASE_URL, [name]: value }), value).toEqual([])
    }
  },
)

test.each([
  'MAIL_FROM',
  'ANNOUNCE_HEADER',
  'SITE_URL',
  'INVITE_URL',
  'LAUNCH_URL',
  'SMTP_URL',
  'MAIL_API_KEY',
  'MAIL_API_URL',
  'WEBHOOK_URL',
  'NOTIFY_URL',
] as const)('a control character anywhere within %s is refused', (name) => {
  const { example = 'https://shop.example' } = { ...SITE_SETTINGS, ...MAIL_SETTINGS }[name]
  for (let index = 1; index < example.length; index += 1) {
    for (const sign of ['\n', '\r', '\0', '\t', '\u001b', '\u007f', '\u0085']) {
      const value = `${example.slice(0, index)}${sign}${example.slice(index)}`
      expect(() => readConfig({ [name]: value }), value).toThrow(
        new RegExp(`\n {2}${name}: expected .+$`, 'm'),
      )
    }
  }
})

test('a Postgres sslmode that promises encryption also verifies the certificate, without a warning', () => {
  for (const parameters of ['sslmode=require', 'sslmode=prefer', 'sslrootcert=system']) {
    const { databaseUrl } = readConfig({ DATABASE_URL: withSsl(parameters) })
    expect(databaseUrl, parameters).toBe(withSsl('sslmode=verify-full'))
  }
})

test('all problems with settings are listed in a single message, without passwords', () => {
  const wrong = { PORT: '0', DATABASE_URL: 'mysql://owner:hidden@db', LOG_LEVEL: 'loud' }
  expect(() => readConfig(wrong)).toThrow(
    new RegExp(
      [
        '^The settings cannot be used:',
        'PORT: expected a whole number from 1 to 65535',
        'DATABASE_URL: (?!.*hidden).+',
        'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent$',
      ].join('\n {2}'),
    ),
  )
  expect(problemsOf({})).toEqual(['DATABASE_URL: expected the URL of a Postgres database'])
})

test('an empty setting counts as unset, because Compose passes unset settings as empty', () => {
  const unset = readConfig({})
  expect(readConfig({ PORT: '', HOST: ' ', TRUST_PROXY: '', BOUNCE_KEY: '' })).toEqual(unset)
  expect(unset).toMatchObject({
    host: '127.0.0.1',
    trustProxy: [],
    corsOrigins: [],
    referrals: true,
  })
  expect([unset.databaseUrl, unset.siteUrl, unset.bounces]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('settings are parsed into their own types', () => {
  const config = readConfig({
    PORT: '9090',
    TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1',
    CORS_ORIGIN: 'https://a.example,http://localhost:3000',
    SITE_URL: 'https://shop.example:443/',
    REFERRALS: 'off',
    DATA_DIR: '/data',
    MAIL_PER_HOUR: '5',
    REMIND: 'off',
    ANNOUNCE_HEADER: 'X-Stream: broadcast',
    WEBHOOK_URL: 'https://crm.example/hook',
    WEBHOOK_SECRET: 'secret',
  })
  expect(config).toMatchObject({
    port: 9090,
    trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
    corsOrigins: ['https://a.example', 'http://localhost:3000'],
    siteUrl: 'https://shop.example',
    referrals: false,
    dataDir: '/data',
    mail: {
      perHour: 5,
      reminds: false,
      announceHeader: { 'X-Stream': 'broadcast' },
      invitation: { days: 14 },
      webhook: { url: 'https://crm.example/hook', key: 'secret' },
    },
  })
})

test('emails are sent over SMTP or HTTPS but not both, and an API key or address alone is refused', () => {
  const [MAIL_API, MAIL_API_KEY] = ['mailgun', 'key-of-mailgun'] as const
  const both = { DATABASE_URL, MAIL_API, MAIL_API_KEY, SMTP_URL: 'smtp://mail.example' }
  expect(problemsOf(both)).toEqual(['MAIL_API and SMTP_URL cannot both be set. Remove one of them'])
  expect(problemsOf({ DATABASE_URL, MAIL_API_KEY })).toEqual([
    'MAIL_API: required when MAIL_API_KEY is set',
  ])
  expect(problemsOf({ DATABASE_URL, MAIL_API })).toEqual([
    'MAIL_API_KEY: required when MAIL_API is set',
  ])
  expect(problemsOf({ DATABASE_URL, MAIL_API_URL: 'https://api.eu.mailgun.net' })).toEqual([
    'MAIL_API: required when MAIL_API_URL is set',
  ])
  for (const url of ['https://api.eu.mailgun.net', 'http://127.0.0.1:8025', 'http://[::1]:8025']) {
    const { mail } = readConfig({ MAIL_API, MAIL_API_KEY, MAIL_API_URL: url })
    expect(mail).toMatchObject({
      isSent: true,
      api: { provider: MAIL_API, key: MAIL_API_KEY, url },
    })
  }
  expect(readConfig({}).mail).toMatchObject({ isSent: false, api: undefined })
})

test('DATABASE_OWNER_URL takes precedence over DATABASE_URL', () => {
  expect(readConfig({ DATABASE_URL }).ownerUrl).toBe(DATABASE_URL)
  const both = { DATABASE_URL, DATABASE_OWNER_URL: 'postgres://owner@db/waitlist' }
  expect(readConfig(both).ownerUrl).toBe(both.DATABASE_OWNER_URL)
})

test('without SITE_URL, emails link to localhost only if no other machine can reach the site', () => {
  const linksUrl = (env: Record<string, string>) => readConfig(env).linksUrl
  for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.1.2.3']) {
    expect(linksUrl({ HOST, PORT: '8123' })).toBe('http://localhost:8123')
  }
  const TRIAL_URL = 'http://localhost:8090'
  expect(linksUrl({ PORT: '3000', TRIAL_URL })).toBe(TRIAL_URL)
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'www.shop.example']) {
    expect(linksUrl({ HOST, TRIAL_URL }), HOST).toBeUndefined()
  }
})

test('HOST=:: lets Node.js choose the address families, because a kernel may lack IPv6', () => {
  expect(readConfig({ HOST: '::' }).host).toBe('')
  expect(readConfig({ HOST: '::1' }).host).toBe('::1')
})

test('WEBHOOK_SECRET accepts any string, or whsec_ with a base64 key of 24 to 64 bytes', () => {
  const WEBHOOK_URL = 'https://crm.example/hook'
  const keyOf = (WEBHOOK_SECRET: string) =>
    readConfig({ WEBHOOK_URL, WEBHOOK_SECRET }).mail.webhook?.key
  expect(keyOf('a secret')).toBe('a secret')
  for (const bytes of [24, 32, 64]) {
    const key = keyOf(whsec(bytes))
    expect(key).toHaveLength(bytes)
    expect(key).toEqual(Buffer.from(whsec(bytes).slice(6), 'base64'))
  }
  const [problem] = problemsOf({ DATABASE_URL, WEBHOOK_URL, WEBHOOK_SECRET: whsec(23) })
  expect(problem).toContain('echo whsec_$(openssl rand -base64 32)')
  expect(problem).not.toContain(whsec(23).slice(6))
})

const KEY = { DATABASE_URL, BOUNCE_KEY: 'a-key-that-nobody-guesses-at-all' }

test.each([
  [{ WEBHOOK_SECRET: 'x' }, 'WEBHOOK_URL: required when WEBHOOK_SECRET is set'],
  [{ BOUNCE_PROVIDER: 'resend' }, 'BOUNCE_KEY: required when BOUNCE_PROVIDER is set'],
  [KEY, 'BOUNCE_PROVIDER: required when BOUNCE_KEY is set'],
  [{ ...KEY, BOUNCE_PROVIDER: 'ses' }, 'BOUNCE_TOPIC_ARN: required with BOUNCE_PROVIDER=ses, so'],
  [
    { ...KEY, BOUNCE_PROVIDER: 'sparkpost' },
    'BOUNCE_PROVIDER: expected one of ses, postmark, resend, mailgun, sendgrid, brevo',
  ],
])('a setting that requires another setting is refused without it: %j', (env, problem) => {
  const problems = problemsOf({ DATABASE_URL, ...env })
  expect(problems).toEqual([expect.stringContaining(problem)])
})
