import type { CleanedEnv } from 'envalid'
import { ConfigError } from './environment.ts'
import { oneOf, snsTopic, urlWord } from './validators.ts'

const PROVIDERS = ['ses', 'postmark', 'resend', 'mailgun', 'sendgrid', 'brevo'] as const

export type ProviderName = (typeof PROVIDERS)[number]

/** The settings of the address that a mail provider reports bounces to. */
export const BOUNCE_SETTINGS = {
  BOUNCE_KEY: urlWord({
    default: undefined,
    example: 'the output of openssl rand -hex 24',
    desc: 'Opens `/api/bounces/BOUNCE_PROVIDER?key=…`, where a mail provider reports bounces and complaints. Unset, the endpoint does not exist.',
  }),
  BOUNCE_PROVIDER: oneOf(PROVIDERS)({
    default: undefined,
    example: 'postmark',
    desc: 'The provider that may report there: ses, postmark, resend, mailgun, sendgrid or brevo. Required with BOUNCE_KEY.',
  }),
  BOUNCE_TOPIC_ARN: snsTopic({
    default: undefined,
    example: 'arn:aws:sns:eu-central-1:123456789012:bounces',
    desc: 'The topic of Amazon SNS that may report. Required with BOUNCE_PROVIDER=ses.',
  }),
}

/** What is wrong with the settings together. */
function problemsOf(clean: CleanedEnv<typeof BOUNCE_SETTINGS>): string[] {
  const { BOUNCE_PROVIDER: provider, BOUNCE_TOPIC_ARN: topic } = clean
  if (clean.BOUNCE_KEY === undefined) {
    const names = Object.keys(BOUNCE_SETTINGS) as (keyof typeof BOUNCE_SETTINGS)[]
    return names.filter((name) => clean[name]).map((name) => `${name}: expected with BOUNCE_KEY`)
  }
  if (provider === undefined) {
    return [`BOUNCE_PROVIDER: expected with BOUNCE_KEY: one of ${PROVIDERS.join(', ')}`]
  }
  if (provider === 'ses' && !topic) {
    return [
      'BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses, so that no other topic is accepted',
    ]
  }
  return provider !== 'ses' && topic
    ? ['BOUNCE_TOPIC_ARN: expected with BOUNCE_PROVIDER=ses only']
    : []
}

/**
 * How reports of a mail provider are received; undefined: not at all. The provider is named and not found in
 * SMTP_URL, because the API does not get the password of the mail server.
 * @throws ConfigError for settings that do not belong together
 */
export function toBouncesConfig(clean: CleanedEnv<typeof BOUNCE_SETTINGS>) {
  const problems = problemsOf(clean)
  if (problems.length > 0) throw new ConfigError(problems)
  const { BOUNCE_KEY: key, BOUNCE_PROVIDER: provider } = clean
  if (key === undefined || provider === undefined) return undefined
  return Object.freeze({ key, provider, topicArn: clean.BOUNCE_TOPIC_ARN })
}
