// Guards mail-headers, settings.

import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CONTROL_CHARACTERS } from '../../../tests/support/hostile-text.ts'
import { readConfig } from './api.ts'
import { ConfigError } from './environment.ts'
import { OWNER_SETTINGS, readOwnerConfig } from './owner.ts'
import { WORKER_SETTINGS } from './worker.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, { database: true })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const DATABASE_URL = 'postgres://newPerson:secret@db/waitlist'

describe('settings', () => {
  test('all settings are optional where a database is started for them', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: undefined,
      metricsPort: undefined,
      metricsHost: '127.0.0.1',
      rateLimitMax: 30,
      trustProxy: [],
      corsOrigins: [],
      referrals: true,
      siteUrl: undefined,
    })
  })

  test('an empty setting counts as unset, because compose files pass on unset ones as empty', () => {
    expect(readConfig({ PORT: '', HOST: ' ', TRUST_PROXY: '' })).toEqual(readConfig({}))
  })

  test('each setting is read into its own type', () => {
    const env = {
      DATABASE_URL,
      PORT: '9090',
      HOST: '0.0.0.0',
      METRICS_PORT: '9464',
      METRICS_HOST: '::',
      RATE_LIMIT_MAX: '5',
      TRUST_PROXY: '10.0.0.0/8, fd00::/8,192.0.2.1',
      CORS_ORIGIN: 'https://a.example,http://localhost:3000',
      SITE_URL: 'https://shop.example:443/',
      REFERRALS: 'off',
    }
    expect(readConfig(env, { database: true })).toMatchObject({
      referrals: false,
      databaseUrl: DATABASE_URL,
      metricsPort: 9464,
      metricsHost: '::',
      port: 9090,
      host: '0.0.0.0',
      rateLimitMax: 5,
      trustProxy: ['10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      siteUrl: 'https://shop.example',
    })
  })

  test.each([
    ['PORT', ['1', '65535', '0080']],
    ['HOST', ['::1', '192.0.2.1', 'a', 'A-1.example', `a${'b'.repeat(252)}c`]],
    ['DATABASE_URL', ['postgres://a@b/c', 'postgresql://a:b@c:5432/d?sslmode=require']],
    ['REDIS_URL', ['redis://localhost', 'rediss://user:secret@cache.example:6380/1']],
    ['TRUST_PROXY', ['::1', '10.0.0.0/32', '10.0.0.0/1', 'fd00::/128', ' ::1 , ']],
    ['SITE_URL', ['http://localhost:8080', 'https://shop.example/path']],
    ['LOG_LEVEL', ['silent', 'trace']],
  ])('%s is accepted in every usual form', (name, values) => {
    for (const value of values) expect(problemsOf({ DATABASE_URL, [name]: value })).toEqual([])
  })

  test.each([
    ['PORT', ['0', '65536', '80.5', 'http', '-1', '1e3', '0x50', '١', '80 80']],
    ['METRICS_PORT', ['0', '65536', 'on', '8080']],
    ['HOST', ['not a host', 'http://localhost', '-a', 'a.', 'a'.repeat(255), 'a/b']],
    ['METRICS_HOST', ['every machine', 'http://localhost']],
    ['DATABASE_URL', ['localhost', 'mysql://localhost/x', 'postgress://b/c', 'xpostgres://b/c']],
    ['RATE_LIMIT_MAX', ['0', '-5', 'many', '10000001', '0000000001']],
    ['REDIS_URL', ['localhost:6379', 'http://localhost', 'redissss://localhost', 'xredis://b']],
    [
      'TRUST_PROXY',
      [
        'true',
        '0.0.0.0/0',
        '::/0',
        '10.0.0.0/33',
        'fd00::/129',
        '::1, proxy',
        '10.0.0.0/8/8',
        '10.0.0.0/x8',
        '10.0.0.0/8x',
        '10.0.0.0/',
        '10.0.0.0/0008',
      ],
    ],
    [
      'CORS_ORIGIN',
      ['*', 'example.com', 'https://a.example/path', 'https://a.example, b', 'ftp://a.example'],
    ],
    [
      'SITE_URL',
      ['shop.example', 'ftp://shop.example', 'https://user:secret@shop.example', 'xhttps://a.b'],
    ],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['BOUNCE_KEY', ['short', 'x'.repeat(19), `${'x'.repeat(20)}&`, `${'x'.repeat(20)} x`]],
  ])('a wrong %s is refused with its name and what is expected', (name, values) => {
    for (const value of values) {
      const [problem, ...others] = problemsOf({ DATABASE_URL, [name]: value })
      expect(problem, value).toMatch(new RegExp(`^${name}: expected .+`))
      expect(others).toEqual([])
    }
  })

  test('a number out of range is refused with the range, and a word with the words', () => {
    expect(problemsOf({ DATABASE_URL, PORT: '0', LOG_LEVEL: 'loud' })).toEqual([
      'PORT: expected a whole number from 1 to 65535',
      'LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent',
    ])
  })

  test('all problems are in one message, a line for each', () => {
    expect(() => readConfig({ PORT: '80', METRICS_PORT: '80' })).toThrow(
      /^The settings cannot be used:\n {2}METRICS_PORT: expected another port than PORT$/,
    )
    expect(() => readConfig({ PORT: 'x', HOST: '-a' })).toThrow(/:\n {2}PORT: .+\n {2}HOST: .+$/)
    expect(problemsOf({ PORT: '80' })).toEqual([
      'DATABASE_URL: expected the URL of a Postgres database',
    ])
  })
})

describe('the settings of the program and of the migrations', () => {
  const OWNER_URL = 'postgres://owner:hidden@db/waitlist'

  test('DATABASE_OWNER_URL wins over DATABASE_URL, which stands in for it', () => {
    expect(readOwnerConfig({ DATABASE_URL }).ownerUrl).toBe(DATABASE_URL)
    const both = { DATABASE_URL, DATABASE_OWNER_URL: OWNER_URL }
    expect(readOwnerConfig(both).ownerUrl).toBe(OWNER_URL)
  })

  test('a wrong URL of the owner is refused by its name, without its password', () => {
    const read = () => readOwnerConfig({ DATABASE_OWNER_URL: 'mysql://owner:hidden@db' })
    expect(read).toThrow(/DATABASE_OWNER_URL: expected /)
    expect(read).not.toThrow(/hidden/)
  })

  test('all of them are optional', () => {
    expect(readOwnerConfig({})).toEqual({
      referrals: true,
      siteUrl: 'http://localhost:8080',
      dataDir: resolve('.data'),
      mail: { perHour: undefined, reminds: true, invitation: { days: 14 } },
    })
  })

  test('without SITE_URL, emails link to localhost only while no other machine reaches the site', () => {
    const siteUrl = (env: Record<string, string>) => readOwnerConfig(env).siteUrl
    for (const HOST of ['127.0.0.1', 'localhost', '::1', '127.1.2.3']) {
      expect(siteUrl({ HOST, PORT: '8123' })).toBe('http://localhost:8123')
    }
    const TRIAL_URL = 'http://localhost:8090'
    expect(siteUrl({ PORT: '3000', TRIAL_URL })).toBe(TRIAL_URL)
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'www.shop.example']) {
      expect(siteUrl({ HOST, TRIAL_URL }), HOST).toBeUndefined()
    }
  })

  test.each([
    ['MAIL_PER_HOUR', ['0', '1000001'], ['1', '1000000']],
    ['MAIL_PER_DAY', ['0', 'x'], ['1', '10000000']],
    ['INVITE_URL', ['app.example', 'mailto:ada@app.example', 'javascript:alert(1)'], []],
    ['INVITE_DAYS', ['0', '366', 'two'], ['1', '365']],
    [
      'SMTP_URL',
      ['localhost', 'http://localhost', 'smtp://', 'smtpx://a', 'xsmtp://a'],
      ['smtp://localhost', 'smtps://user:secret@mail.example:465'],
    ],
    [
      'MAIL_FROM',
      [
        'hello',
        'hello@',
        '@shop.example',
        'Ada hello@shop.example',
        'Ada <hello>',
        'Ada <a b@shop.example>',
        'Ada <@shop.example>',
        'Ada <hello@>',
        'Ada <hello@shop.example> x',
        'Büro <büro@shop.example>',
        'hello@shop..example.\u0085',
        'hello@shop.example, bo@shop.example',
        '"Ada" <hello@shop.example>',
        'a@b@shop.example',
      ],
      ['hello@shop.example', 'Starkit <hello@shop.example>', '<a@b>', 'a@bücher.example'],
    ],
    [
      'ANNOUNCE_HEADER',
      [
        'To: eve@shop.example',
        'X-A',
        'X-A: ',
        'X-A: b\r\nBcc: c',
        'X A: b',
        'eX-A: b',
        'X-A: \u00e9',
      ],
      ['X-PM-Message-Stream: broadcast', 'X-SES-CONFIGURATION-SET: waitlist'],
    ],
    ['NOTIFY_URL', ['hooks.slack.com', 'ftp://a.b'], ['https://hooks.slack.com/services/T/B/x']],
    ['OWNER_EMAIL', ['me', 'a@b@c'], ['you@example.com']],
  ])('a wrong %s is refused, and a right one is taken', (name, wrong, right) => {
    for (const value of wrong) {
      expect(() => readOwnerConfig({ [name]: value }), value).toThrow(
        new RegExp(`\n {2}${name}: expected .+$`),
      )
    }
    for (const value of right) expect(() => readOwnerConfig({ [name]: value })).not.toThrow()
  })

  test.each([
    'MAIL_FROM',
    'OWNER_EMAIL',
    'ANNOUNCE_HEADER',
    'DKIM_DOMAIN',
    'DKIM_SELECTOR',
    'SITE_URL',
    'INVITE_URL',
    'SMTP_URL',
    'WEBHOOK_URL',
    'NOTIFY_URL',
  ] as const)('a control character anywhere within %s is refused', (name) => {
    const { example = 'https://shop.example' } = { ...OWNER_SETTINGS, ...WORKER_SETTINGS }[name]
    for (let index = 1; index < example.length; index += 1) {
      for (const sign of CONTROL_CHARACTERS) {
        const value = `${example.slice(0, index)}${sign}${example.slice(index)}`
        expect(() => readOwnerConfig({ [name]: value }), value).toThrow(
          new RegExp(`\n {2}${name}: expected .+$`, 'm'),
        )
      }
    }
  })

  test('each of them is read', () => {
    const config = readOwnerConfig({
      DATABASE_URL,
      API_PASSFILE: '/run/pass',
      SAMPLES_FILE: 'samples.json',
      SITE_URL: 'https://shop.example/path',
      REFERRALS: 'off',
      MAILS_FILE: 'mails.json',
      DATA_DIR: '/data',
      SMTP_URL: 'smtps://user:secret@mail.example:465?tls=none',
      MAIL_FROM: 'Starkit <hello@shop.example>',
      MAIL_PER_HOUR: '5',
      REMIND: 'off',
      ANNOUNCE_HEADER: 'X-Stream: broadcast',
      INVITE_URL: 'https://app.example/claim/{code}',
      INVITE_DAYS: '7',
      DKIM_DOMAIN: 'shop.example',
      DKIM_SELECTOR: 'waitlist',
      DKIM_KEY_FILE: '/run/key.pem',
      WEBHOOK_URL: 'https://crm.example/hook',
      WEBHOOK_SECRET: 'secret',
    })
    expect(config).toEqual({
      ownerUrl: DATABASE_URL,
      apiPassFile: '/run/pass',
      samplesFile: 'samples.json',
      siteUrl: 'https://shop.example',
      referrals: false,
      mailsFile: 'mails.json',
      dataDir: '/data',
      mail: {
        smtpUrl: 'smtps://user:secret@mail.example:465?tls=none',
        from: 'Starkit <hello@shop.example>',
        perHour: 5,
        reminds: false,
        announceHeader: { 'X-Stream': 'broadcast' },
        invitation: { url: 'https://app.example/claim/{code}', days: 7 },
        dkim: { domain: 'shop.example', selector: 'waitlist', keyFile: '/run/key.pem' },
        webhook: { url: 'https://crm.example/hook', secret: 'secret' },
      },
    })
    expect(Object.isFrozen(config)).toBe(true)
    expect(Object.isFrozen(config.mail)).toBe(true)
  })

  test('settings that belong together are refused when one is missing', () => {
    expect(() => readOwnerConfig({ DKIM_DOMAIN: 'a.example', DKIM_SELECTOR: 'x' })).toThrow(
      /\n {2}DKIM_KEY_FILE: expected with DKIM_DOMAIN, DKIM_SELECTOR$/,
    )
    const readSecret = () => readOwnerConfig({ WEBHOOK_SECRET: 'x' })
    expect(readSecret).toThrow(/\n {2}WEBHOOK_URL: expected with WEBHOOK_SECRET$/)
    // wrong usage of the program
    expect(readSecret).toThrow(expect.objectContaining({ status: 2 }))
  })
})
