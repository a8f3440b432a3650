// Guards bounce-provider.

import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './api.ts'
import { ConfigError } from './environment.ts'

const BOUNCE_KEY = 'a-key-that-nobody-guesses'
const BOUNCE_TOPIC_ARN = 'arn:aws:sns:eu-central-1:123456789012:bounces'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SENDGRID = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const RESEND = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`
const MAILGUN = '0123456789abcdef0123456789abcdef'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig({ BOUNCE_KEY, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('the key of the bounces needs the provider, and the error names the choices', () => {
  expect(problemsOf({})).toEqual([
    'BOUNCE_PROVIDER: expected with BOUNCE_KEY: one of ses, postmark, resend, mailgun, sendgrid, brevo',
  ])
  expect(problemsOf({ BOUNCE_PROVIDER: 'sparkpost' })).toEqual([
    'BOUNCE_PROVIDER: expected one of ses, postmark, resend, mailgun, sendgrid, brevo',
  ])
  expect(readConfig({ BOUNCE_KEY, BOUNCE_PROVIDER: 'brevo' }).bounces).toMatchObject({
    key: BOUNCE_KEY,
    provider: 'brevo',
  })
})

test('the settings of the bounces need their key', () => {
  expect(readConfig({}).bounces).toBeUndefined()
  const BOUNCE_SIGNING_KEY = RESEND
  const rest = { BOUNCE_PROVIDER: 'resend', BOUNCE_SIGNING_KEY, BOUNCE_TOPIC_ARN }
  expect(problemsOf({ BOUNCE_KEY: '', ...rest })).toEqual(
    Object.keys(rest).map((name) => `${name}: expected with BOUNCE_KEY`),
  )
})

test('each provider takes its own kind of signing key, and no error repeats it', () => {
  const keys = { resend: RESEND, mailgun: MAILGUN, sendgrid: SENDGRID }
  const names = ['ses', 'postmark', 'resend', 'mailgun', 'sendgrid', 'brevo']
  for (const name of names) {
    for (const [owner, BOUNCE_SIGNING_KEY] of Object.entries(keys)) {
      const topic = name === 'ses' ? { BOUNCE_TOPIC_ARN } : undefined
      const problems = problemsOf({ BOUNCE_PROVIDER: name, BOUNCE_SIGNING_KEY, ...topic })
      if (name === owner) expect(problems, `${owner} at ${name}`).toEqual([])
      else {
        expect(problems, `${owner} at ${name}`).toEqual([
          expect.stringMatching(/^BOUNCE_SIGNING_KEY: expected /),
        ])
      }
      expect(problems.join()).not.toContain(BOUNCE_SIGNING_KEY)
    }
  }
  const BOUNCE_SIGNING_KEY = MAILGUN
  expect(problemsOf({ BOUNCE_PROVIDER: 'postmark', BOUNCE_SIGNING_KEY })).toEqual([
    'BOUNCE_SIGNING_KEY: expected to be unset, because postmark signs with no such key',
  ])
})

test('the verification key of SendGrid may be in PEM', () => {
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const env = { BOUNCE_KEY, BOUNCE_PROVIDER: 'sendgrid', BOUNCE_SIGNING_KEY: pem }
  expect(readConfig(env).bounces?.signingKey).toBe(SENDGRID)
})

test('Amazon SES needs a topic, and no other provider has one', () => {
  expect(problemsOf({ BOUNCE_PROVIDER: 'ses' })).toEqual([
    'BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses, so that no other topic is accepted',
  ])
  expect(problemsOf({ BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN })).toEqual([])
  expect(problemsOf({ BOUNCE_PROVIDER: 'brevo', BOUNCE_TOPIC_ARN })).toEqual([
    'BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses only',
  ])
  for (const wrong of [
    'bounces',
    `${BOUNCE_TOPIC_ARN}:1`,
    BOUNCE_TOPIC_ARN.replace('sns', 'sqs'),
  ]) {
    expect(problemsOf({ BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN: wrong })).toEqual([
      expect.stringMatching(/^BOUNCE_TOPIC_ARN: expected a topic such as /),
    ])
  }
  const china = 'arn:aws-cn:sns:cn-north-1:123456789012:bounces'
  expect(problemsOf({ BOUNCE_PROVIDER: 'ses', BOUNCE_TOPIC_ARN: china })).toEqual([])
})

test('the key of the bounces may have letters, digits, - and _', () => {
  for (const key of ['x'.repeat(20), 'a-B_3'.repeat(10)]) {
    expect(problemsOf({ BOUNCE_KEY: key, BOUNCE_PROVIDER: 'brevo' })).toEqual([])
  }
})
