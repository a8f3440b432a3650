// Guards bounce-provider.

import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from './api-settings.ts'
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

test('the key of the bounces has at least 20 characters and needs a provider, and the error names the choices', () => {
  const choices = 'one of ses, postmark, resend, mailgun, sendgrid, brevo'
  expect(problemsOf({})).toEqual([`BOUNCE_PROVIDER: expected with BOUNCE_KEY: ${choices}`])
  expect(problemsOf({ BOUNCE_PROVIDER: 'sparkpost' })).toEqual([
    `BOUNCE_PROVIDER: expected ${choices}`,
  ])
  const shortest = 'a-B_3'.repeat(4)
  expect(readConfig({ BOUNCE_KEY: shortest, BOUNCE_PROVIDER: 'brevo' }).bounces).toMatchObject({
    key: shortest,
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
  for (const BOUNCE_PROVIDER of ['postmark', ...Object.keys(keys)]) {
    for (const [owner, BOUNCE_SIGNING_KEY] of Object.entries(keys)) {
      const problems = problemsOf({ BOUNCE_PROVIDER, BOUNCE_SIGNING_KEY }).join()
      const expected = owner === BOUNCE_PROVIDER ? /^$/ : /^BOUNCE_SIGNING_KEY: expected /
      expect(problems, `${owner} at ${BOUNCE_PROVIDER}`).toMatch(expected)
      expect(problems).not.toContain(BOUNCE_SIGNING_KEY)
    }
  }
})

test('the verification key of SendGrid may be in PEM', () => {
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
  const env = { BOUNCE_KEY, BOUNCE_PROVIDER: 'sendgrid', BOUNCE_SIGNING_KEY: pem }
  expect(readConfig(env).bounces?.signingKey).toBe(SENDGRID)
})

test('Amazon SES needs a topic, and no other provider has one', () => {
  const problemOf = (BOUNCE_PROVIDER: string, topic = '') =>
    problemsOf({ BOUNCE_PROVIDER, BOUNCE_TOPIC_ARN: topic }).join()
  expect(problemOf('ses')).toMatch(/^BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses, so that/)
  expect(problemOf('brevo', BOUNCE_TOPIC_ARN)).toBe(
    'BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses only',
  )
  for (const right of [BOUNCE_TOPIC_ARN, 'arn:aws-cn:sns:cn-north-1:123456789012:bounces']) {
    expect(problemOf('ses', right), right).toBe('')
  }
  const sqs = BOUNCE_TOPIC_ARN.replace('sns', 'sqs')
  for (const wrong of [`x${BOUNCE_TOPIC_ARN}`, `${BOUNCE_TOPIC_ARN}:1`, sqs]) {
    expect(problemOf('ses', wrong), wrong).toMatch(/^BOUNCE_TOPIC_ARN: expected a topic such as /)
  }
})
