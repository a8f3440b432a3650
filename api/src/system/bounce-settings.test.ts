// Guards bounce-provider.

import { expect, test } from 'vitest'
import { readConfig } from './api-settings.ts'
import { ConfigError } from './environment.ts'

const BOUNCE_KEY = 'a-key-that-nobody-guesses-at-all'
const BOUNCE_TOPIC_ARN = 'arn:aws:sns:eu-central-1:123456789012:bounces'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig({ BOUNCE_KEY, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('the key of the bounces has at least 32 characters and needs a provider, and the error names the choices', () => {
  const choices = 'one of ses, postmark, resend, mailgun, sendgrid, brevo'
  expect(problemsOf({})).toEqual([`BOUNCE_PROVIDER: expected with BOUNCE_KEY: ${choices}`])
  expect(problemsOf({ BOUNCE_PROVIDER: 'sparkpost' })).toEqual([
    `BOUNCE_PROVIDER: expected ${choices}`,
  ])
  const shortest = 'aB-3'.repeat(8)
  expect(readConfig({ BOUNCE_KEY: shortest, BOUNCE_PROVIDER: 'brevo' }).bounces).toMatchObject({
    key: shortest,
    provider: 'brevo',
  })
})

test('the settings of the bounces need their key', () => {
  expect(readConfig({}).bounces).toBeUndefined()
  const rest = { BOUNCE_PROVIDER: 'resend', BOUNCE_TOPIC_ARN }
  expect(problemsOf({ BOUNCE_KEY: '', ...rest })).toEqual(
    Object.keys(rest).map((name) => `${name}: expected with BOUNCE_KEY`),
  )
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
